import { expect } from 'chai';
import { servedResources, type ServedResource } from '../../../src/clients/kube/discovery/served-resources.ts';
import { watchAvailability } from '../../../src/clients/kube/discovery/watch-availability.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { SYSTEM_CLOCK } from '../../../src/core/runtime/clock.ts';
import { connected, type Connected } from './connected.ts';

const THINGS = { group: 'discovery.test.io', version: 'v1', plural: 'things' };
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.discovery.test.io' },
  spec: {
    group: THINGS.group,
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

describe('discovery of a real API server', () => {
  let cluster: Cluster;
  let own: Connected;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    own = await connected(cluster.kubeconfig);
  });
  after(async () => own?.close());

  it('finds resources of Kubernetes and of Tekton', async () => {
    expect(await find(own, '', 'pods')).to.deep.include({ kind: 'Pod', isNamespaced: true });
    expect((await find(own, 'tekton.dev', 'taskruns'))?.subresources).to.include('status');
    expect(await find(own, 'nobody.test.io', 'x')).to.equal(undefined);
  });

  it('sees a custom resource appear, disappear and appear again quickly', async () => {
    const controller = new AbortController();
    const told: boolean[] = [];
    const problems: unknown[] = [];
    const ended = watchAvailability({
      transport: own.transport,
      clock: SYSTEM_CLOCK,
      random: Math.random,
      resource: THINGS,
      onChange: (isServed) => void told.push(isServed),
      report: (problem) => void problems.push(problem),
      signal: controller.signal,
    });
    const seen = async (...expected: readonly boolean[]): Promise<true> =>
      until(expected.join(), async () => told.join() === expected.join() || undefined, { seconds: 15 });
    await seen(false);
    await cluster.client.create(DEFINITION);
    await seen(false, true);
    await cluster.client.delete(DEFINITION);
    await seen(false, true, false);
    await cluster.client.create(DEFINITION);
    await seen(false, true, false, true);
    controller.abort();
    await ended;
    await cluster.client.delete(DEFINITION);
    expect(problems).to.deep.equal([]);
  });
});

async function find({ transport }: Connected, group: string, plural: string): Promise<ServedResource | undefined> {
  return (await servedResources(transport, { group, version: 'v1' })).find((served) => served.plural === plural);
}
