import { expect } from 'chai';
import { until } from '../../../cluster/processes/until.ts';
import { succeeded } from '../builds/build-bed.ts';
import { buildSuiteAt } from '../builds/build-suite.ts';
import { ended, runs } from '../builds/pod-node.ts';
import { buildNames, finishPods, podsCreated } from './finishing-builds.ts';
import { proxiedPlace } from './proxied-place.ts';

/** The delay of watches in seconds: shorter and longer than the time for which the controller remembers its own writes. */
const LAGS = [3, 12];

for (const lag of LAGS) {
  describe(`Builds whose controller receives all events ${lag} s late`, function () {
    this.timeout(180_000);
    const namespace = `late-builds-${lag}`;
    const arrive = async (): ReturnType<typeof proxiedPlace> => {
      const place = await proxiedPlace(namespace);
      const fault = { kind: 'late', milliseconds: lag * 1000 } as const;
      place.cluster.proxy.inject({ fault, path: /watch=/, times: 1000 });
      return place;
    };
    const { cluster, bed, builds, node } = buildSuiteAt(arrive, { namespace, settings: { backend: 'native' } });

    it('finish successfully, each with one Pod', async () => {
      const names = buildNames('late', 3);
      await Promise.all(names.map((name) => bed().create(name)));
      await finishPods(cluster().client, bed(), names);
      for (const name of names) {
        const status = await bed().end(name);
        expect({ succeeded: succeeded(status)?.status, failure: status.failure }, name).to.deep.equal({
          succeeded: 'True',
          failure: undefined,
        });
      }
      expect(podsCreated(builds().writes)).to.deep.equal(names.map((name) => `create pods ${name}-build-pod`));
      expect(builds().writes.filter((write) => write.startsWith('delete'))).to.deep.equal([]);
    });

    it('finish as cancelled after their workload has stopped', async () => {
      await bed().create('cancelled');
      const its = await node('cancelled');
      await its.accept();
      await its.set({ prepare: runs() });
      await bed().annotate('cancelled', { 'taskpack.dev/cancel': 'true' });
      await until('it is stopped', async () => (await its.pod()).spec.activeDeadlineSeconds, { seconds: 60 });
      expect(succeeded(await bed().status('cancelled'))).to.include({ status: 'Unknown' });
      await its.set({ prepare: ended(137) }, { phase: 'Failed', reason: 'DeadlineExceeded' });
      expect((await bed().end('cancelled')).failure?.reason).to.equal('Cancelled');
    });
  });
}
