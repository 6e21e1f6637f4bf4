import { expect } from 'chai';
import path from 'node:path';
import type { Cluster } from '../../../cluster/cluster.ts';
import { writeKubeconfig } from '../../../cluster/control-plane/kubeconfig.ts';
import { until } from '../../../cluster/processes/until.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { startApiFaultProxy, type ApiFaultProxy } from '../../kube/fault-proxy.ts';
import { buildBed, succeeded, type BuildBed } from '../build/build-bed.ts';
import { ended, nodeOf, runs } from '../build/pod-node.ts';
import { runBuilds, type RunningBuilds } from '../build/running-builds.ts';
import { SOME_REGISTRY } from '../build/some-registry.ts';
import { looksTwice } from '../second-look.ts';
import { buildNames, finishPods, podsCreated } from './finishing-builds.ts';

/** By how many seconds watches lag: less, and more, than what the controller has written itself is remembered. */
const LAGS = [3, 12];

for (const lag of LAGS) {
  describe(`Builds whose controller hears of everything ${lag} s late`, function () {
    this.timeout(180_000);
    const namespace = `late-builds-${lag}`;
    let cluster: Cluster;
    let proxy: ApiFaultProxy;
    let bed: BuildBed;
    let builds: RunningBuilds;

    before(async function () {
      // The first run builds what the cluster is made of.
      this.timeout(1_800_000);
      cluster = await kpackCluster();
      const { address } = cluster.client;
      proxy = await startApiFaultProxy(address.server, cluster.certificates);
      proxy.inject({ fault: { kind: 'late', milliseconds: lag * 1000 }, path: /watch=/, times: 1000 });
      const file = path.join(cluster.certificates.folder, `${namespace}.kubeconfig`);
      const kubeconfig = writeKubeconfig(file, { ...address, server: proxy.url });
      bed = await buildBed(cluster, namespace);
      builds = await runBuilds({ kubeconfig, namespace, registry: SOME_REGISTRY, settings: { backend: 'native' } });
    });
    looksTwice(() => builds);
    after(async () => {
      await builds?.stop();
      await proxy?.stop();
    });

    it('end well, each by one Pod', async () => {
      const names = buildNames('late', 3);
      await Promise.all(names.map((name) => bed.create(name)));
      await finishPods(cluster.client, bed, names);
      for (const name of names) {
        const status = await bed.end(name);
        expect({ succeeded: succeeded(status)?.status, failure: status.failure }, name).to.deep.equal({
          succeeded: 'True',
          failure: undefined,
        });
      }
      expect(podsCreated(builds.writes)).to.deep.equal(names.map((name) => `create pods ${name}-build-pod`));
      expect(builds.writes.filter((write) => write.startsWith('delete'))).to.deep.equal([]);
    });

    it('end as cancelled once what they run has ended', async () => {
      await bed.create('cancelled');
      const node = await nodeOf(cluster.client, namespace, 'cancelled-build-pod');
      await node.accept();
      await node.set({ prepare: runs() });
      await bed.annotate('cancelled', { 'taskpack.dev/cancel': 'true' });
      await until('it is stopped', async () => (await node.pod()).spec.activeDeadlineSeconds, { seconds: 60 });
      expect(succeeded(await bed.status('cancelled'))).to.include({ status: 'Unknown' });
      await node.set({ prepare: ended(137) }, { phase: 'Failed', reason: 'DeadlineExceeded' });
      expect((await bed.end('cancelled')).failure?.reason).to.equal('Cancelled');
    });
  });
}
