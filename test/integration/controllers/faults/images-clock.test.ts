import { expect } from 'chai';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { commit, imageBed, type ImageBed } from '../images/image-bed.ts';
import { runImages, type RunningImages } from '../images/running-images.ts';
import { watchBuilds, type WatchedBuilds } from '../images/watched-builds.ts';
import { looksTwice } from '../second-look.ts';

const NAMESPACE = 'clocked-images';
const HOUR = 3_600_000;

describe('Images while the clock of their controller changes', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  let bed: ImageBed;
  let builds: WatchedBuilds;
  let controller: RunningImages;
  let ahead = 0;

  const start = async (): Promise<void> => {
    controller = await runImages(cluster.kubeconfig, NAMESPACE, {
      limits: { cluster: Infinity, namespace: 1 },
      now: () => Date.now() + ahead,
    });
  };
  /** Sets the clock and reconciles every Image. */
  const setClock = async (by: number): Promise<void> => {
    await controller.settled();
    ahead += by;
    await controller.again();
  };
  const revisionsOf = (image: string): readonly string[] =>
    builds.created.filter((build) => build.image === image).map(({ number, revision }) => `${number} ${revision[0]}`);

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    bed = await imageBed(cluster.client, NAMESPACE);
    builds = await watchBuilds(cluster.kubeconfig, [NAMESPACE]);
    await start();
  });
  beforeEach(() => (ahead = 0));
  looksTwice(() => controller);
  after(async () => {
    await controller?.stop();
    await builds?.close();
    await bed?.remove();
  });

  for (const [how, by] of [
    ['forward', HOUR],
    ['back', -HOUR],
  ] as const) {
    it(`${how} by an hour, are built for each commit, in their order`, async () => {
      const name = `set-${how}`;
      await bed.create(name, { successBuildHistoryLimit: 1 });
      await bed.resolve(name, commit(1));
      const first = await bed.builds(name, 1, 'CONFIG');
      await setClock(by);
      await bed.finish(first, 'True');
      await bed.reports(name, 'UpToDate');
      await setClock(by);
      await bed.resolve(name, commit(2));
      const second = await bed.builds(name, 2, 'COMMIT');
      await setClock(by);
      await bed.resolve(name, commit(3));
      await bed.finish(second, 'True');
      await bed.finish(await bed.builds(name, 3, 'COMMIT'), 'True');
      await bed.reports(name, 'UpToDate');
      await controller.settled();
      expect(revisionsOf(name)).to.deep.equal(['1 1', '2 2', '3 3']);
      expect(await bed.buildNames(name)).to.deep.equal([`${name}-build-3`]);
    });

    it(`${how} by an hour, wait for their turn and are built once, also by the next process`, async () => {
      const names = ['running', 'early', 'late'].map((name) => `${name}-${how}`);
      const [running = '', early = '', late = ''] = names;
      await bed.create(running);
      await bed.resolve(running, commit(1));
      const first = await bed.builds(running, 1, 'CONFIG');
      await bed.create(early);
      await bed.resolve(early, commit(1));
      await bed.reports(early, 'Queued');
      await setClock(by);
      await bed.create(late);
      await bed.resolve(late, commit(1));
      await bed.reports(late, 'Queued');
      await setClock(by);
      await controller.stop();
      await start();
      // All have asked for their turn again.
      await controller.settled();
      await bed.finish(first, 'True');
      // The one whose time is earlier is first: after the clock was set back, this is the one that came later.
      for (const name of by > 0 ? [early, late] : [late, early]) {
        await bed.finish(await bed.builds(name, 1, 'CONFIG'), 'True');
      }
      for (const name of names) await bed.reports(name, 'UpToDate');
      await controller.settled();
      for (const name of names) expect(revisionsOf(name)).to.deep.equal(['1 1']);
      expect(builds.most.namespace).to.equal(1);
    });
  }
});
