import { expect } from 'chai';
import type { Cluster } from '../../../cluster/cluster.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { buildBed, succeeded, type BuildBed } from './build-bed.ts';
import { nodeOf } from './pod-node.ts';
import { runBuilds, type RunningBuilds } from './running-builds.ts';
import { DIGEST, OUTCOME, SOME_REGISTRY } from './some-registry.ts';

describe('Builds as Pods, whose phases are init containers', function () {
  this.timeout(60_000);
  let cluster: Cluster;
  let bed: BuildBed;
  let builds: RunningBuilds;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    bed = await buildBed(cluster, 'native-builds');
    builds = await runBuilds({
      kubeconfig: cluster.kubeconfig,
      registry: SOME_REGISTRY,
      settings: { backend: 'native' },
    });
  });
  afterEach('a second look at everything writes nothing', async () => {
    await builds.settled();
    const before = [...builds.writes];
    await builds.again();
    expect(builds.writes).to.deep.equal(before);
  });
  after(async () => builds?.stop());

  it('succeed with what kpack would say of them', async () => {
    await bed.create('good');
    const node = await nodeOf(cluster.client, bed.namespace, 'good-build-pod');
    await node.accept();
    await node.runAll(OUTCOME);
    const status = await bed.end('good');
    expect(succeeded(status)).to.include({ status: 'True', reason: 'Completed' });
    expect(status).to.include({
      backend: 'native',
      podName: 'good-build-pod',
      latestImage: `registry.example.com/app@${DIGEST}`,
      lifecycleVersion: '0.20.1',
    });
    expect(builds.failures).to.deep.equal([]);
  });
});
