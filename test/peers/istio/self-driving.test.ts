import { expect } from 'chai';
import { ISTIO_MODES, startIstio, type Istio } from '../../cluster/istio/start-istio.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { createWorkload } from '../../e2e/layouts/build-run.ts';
import { recordsOf } from '../../e2e/layouts/phase-record.ts';
import { printed, publish } from '../../e2e/layouts/stand-in-build.ts';
import { standInCluster } from '../../e2e/layouts/stand-in-cluster.ts';
import { PHASES, type Scripts, type StandInPrograms } from '../../e2e/layouts/stand-in-images.ts';
import { ended, endOf, podEnded, type PodStatus } from '../../e2e/running-pod.ts';

describe("a self-driving Pod beside Istio's own proxy, on the node without a controller", function () {
  this.timeout(600_000);
  let cluster: NodeCluster;
  let programs: StandInPrograms;
  let istio: Istio;

  before(async function () {
    // The first run builds the programs of the cluster and of Istio.
    this.timeout(3_600_000);
    ({ programs } = await standInCluster());
    cluster = await oneNodeCluster();
    istio = await startIstio(cluster);
  });
  after(() => istio?.stop());

  for (const mode of ISTIO_MODES) {
    describe(`with a ${mode} proxy`, () => {
      before(async () => {
        await istio.inject(mode);
        await istio.createNamespace(`driving-${mode}`);
      });

      it('reaches the network from the first phase on, ends the proxy and reads Succeeded', async () => {
        const { hostname, port } = new URL(cluster.registry.url);
        const pod = await live(mode, 'success', { prepare: `nc -w 2 ${hostname} ${port} </dev/null || exit 77` });
        expect(pod.exitCodes).to.deep.equal(PHASES.map(() => 0));
        expect(pod.status).to.include({ phase: 'Succeeded' });
        expect(endOf(pod.status, 'istio-proxy')).to.include({ exitCode: 0 });
      });

      it('ends the proxy after a failed phase', async () => {
        const pod = await live(mode, 'failure', { detect: 'exit 52' });
        expect(pod.exitCodes).to.include(52);
        expect(pod.status).to.include({ phase: 'Failed' });
        expect(pod.status.reason).to.equal(undefined);
        expect(endOf(pod.status, 'istio-proxy')).to.include({ exitCode: 0 });
      });
    });
  }

  async function live(mode: string, name: string, scripts: Scripts) {
    const { client, registry } = cluster;
    const options = {
      to: 'pod',
      layout: 'containers',
      injectedSidecars: { kind: 'self-driving', readyUrls: [], stopUrls: [] },
    } as const;
    const objects = printed(name, `driving-${mode}`, await publish(registry, programs, scripts), options);
    const pod = await createWorkload(client, objects);
    const status = await ended<PodStatus>(client, pod, podEnded, { seconds: 240 });
    const records = await recordsOf(client, pod);
    return { status, exitCodes: records.map(({ end }) => end?.exitCode) };
  }
});
