import { expect } from 'chai';
import type { KillableServer } from '../../kube/killable-server.ts';
import type { Place } from '../builds/build-suite.ts';
import { commit, imageBed, type ImageBed } from '../images/image-bed.ts';
import { runImages, type RunningImages } from '../images/running-images.ts';
import { killablePlace } from './killable-place.ts';

describe('Images whose API server is killed and comes back', function () {
  this.timeout(240_000);
  let place: Place<KillableServer>;
  let bed: ImageBed;
  let controller: RunningImages;

  before(async function () {
    this.timeout(1_800_000);
    place = await killablePlace();
    bed = await imageBed(place.cluster.client, 'restarted');
    controller = await runImages(place.kubeconfig, 'restarted');
  });
  after(async () => {
    await controller?.stop();
    await place?.stop?.();
  });

  it('are built once for each commit', async () => {
    const names = ['one', 'two', 'three'];
    for (const name of names) await bed.create(name);
    for (const name of names) await bed.resolve(name, commit(1));
    await bed.builds('one', 1, 'CONFIG');
    await place.cluster.kill();
    await place.cluster.start();
    for (const name of names) await bed.finish(await bed.builds(name, 1, 'CONFIG'), 'True');
    for (const name of names) await bed.resolve(name, commit(2));
    for (const name of names) await bed.finish(await bed.builds(name, 2, 'COMMIT'), 'True');
    for (const name of names) await bed.reports(name, 'UpToDate');
    for (const name of names) expect(await bed.buildNames(name)).to.deep.equal([`${name}-build-1`, `${name}-build-2`]);
  });
});
