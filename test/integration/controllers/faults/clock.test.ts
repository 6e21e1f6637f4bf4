import { expect } from 'chai';
import type { Cluster } from '../../../cluster/cluster.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { buildBed, succeeded, type BuildBed } from '../build/build-bed.ts';
import { nodeOf, runs } from '../build/pod-node.ts';
import { runBuilds, type RunningBuilds } from '../build/running-builds.ts';
import { looksTwice } from '../second-look.ts';
import { OUTCOME, SOME_REGISTRY, STEP_OUTCOME } from '../build/some-registry.ts';

const HOUR = 3_600_000;

const WAYS = [
  { backend: 'native', outcome: OUTCOME },
  { backend: 'tekton', outcome: STEP_OUTCOME },
] as const;

for (const { backend, outcome } of WAYS) {
  describe(`Builds on ${backend} while the clock of their controller is set`, function () {
    this.timeout(120_000);
    const namespace = `clocked-${backend}`;
    let cluster: Cluster;
    let bed: BuildBed;
    let builds: RunningBuilds;
    let ahead = 0;
    const now = (): number => Date.now() + ahead;

    before(async function () {
      // The first run builds what the cluster is made of.
      this.timeout(1_800_000);
      cluster = await kpackCluster();
      bed = await buildBed(cluster, namespace);
      const { kubeconfig } = cluster;
      builds = await runBuilds({ kubeconfig, namespace, registry: SOME_REGISTRY, settings: { backend }, now });
    });
    beforeEach(() => (ahead = 0));
    looksTwice(() => builds);
    after(async () => builds?.stop());

    /** Sets the clock, and has every Build looked at. */
    const setClock = async (by: number): Promise<void> => {
      await builds.settled();
      ahead += by;
      await builds.again();
    };

    for (const [how, by] of [
      ['forward', HOUR],
      ['back', -HOUR],
    ] as const) {
      it(`${how} by an hour, end well`, async () => {
        const name = `set-${how}`;
        await bed.create(name, { activeDeadlineSeconds: 600 });
        const node = await nodeOf(cluster.client, namespace, `${name}-build-pod`);
        await node.accept();
        await setClock(by);
        await (backend === 'tekton' ? node.start() : node.set({ prepare: runs() }));
        await setClock(by);
        await node.runAll(outcome);
        expect(succeeded(await bed.end(name))).to.include({ status: 'True' });
      });

      it(`${how} by an hour, wait for an account as long as ever`, async () => {
        const name = `waits-${how}`;
        await bed.create(name, { serviceAccountName: name });
        await bed.reaches(name, 'waits', (status) => succeeded(status)?.reason === 'ReferenceNotFound');
        await setClock(by);
        expect(succeeded(await bed.status(name))).to.include({ status: 'Unknown' });
        await cluster.client.create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } });
        await nodeOf(cluster.client, namespace, `${name}-build-pod`);
        await bed.delete(name);
      });
    }
  });
}
