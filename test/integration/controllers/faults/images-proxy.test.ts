import { expect } from 'chai';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { ApiFaultProxy, ApiFaultRule } from '../../kube/fault-proxy.ts';
import type { Place } from '../builds/build-suite.ts';
import { commit, imageBed, type ImageBed } from '../images/image-bed.ts';
import { runImages, type RunningImages } from '../images/running-images.ts';
import { looksTwice } from '../second-look.ts';
import { proxiedPlace } from './proxied-place.ts';

const OBJECTS = /images|builds|sourceresolvers|persistentvolumeclaims/;

/** The faults, and how often each occurs, while Images are built. */
const FAULTS: Readonly<Record<string, readonly ApiFaultRule[]>> = {
  'writes fail and are not done': [
    { fault: { kind: 'status', status: 500, reason: 'InternalError' }, method: 'POST', path: OBJECTS, times: 6 },
    { fault: { kind: 'status', status: 500, reason: 'InternalError' }, method: 'PATCH', path: OBJECTS, times: 6 },
  ],
  'answers to writes that were done are lost': [
    { fault: { kind: 'truncated', bytes: 10 }, method: 'POST', path: OBJECTS, times: 6 },
    { fault: { kind: 'truncated', bytes: 10 }, method: 'PATCH', path: OBJECTS, times: 6 },
  ],
  'connections are reset': [{ fault: { kind: 'reset' }, path: OBJECTS, times: 10 }],
  'watches lag behind': [{ fault: { kind: 'late', milliseconds: 1500 }, path: /watch=/, times: 6 }],
  'watches are too old': [{ fault: { kind: 'too-old' }, path: /watch=/, times: 6 }],
};

describe('Images while a proxy breaks requests to the API server', function () {
  this.timeout(180_000);
  const namespace = 'images-and-faults';
  let place: Place<Cluster & { readonly proxy: ApiFaultProxy }>;
  let bed: ImageBed;
  let controller: RunningImages;

  before(async function () {
    this.timeout(1_800_000);
    place = await proxiedPlace(namespace);
    bed = await imageBed(place.cluster.client, namespace);
    controller = await runImages(place.kubeconfig, namespace);
  });
  looksTwice(() => controller);
  afterEach(() => place.cluster.proxy.clear());
  after(async () => {
    await controller?.stop();
    await bed?.remove();
    await place?.stop?.();
  });

  for (const [what, rules] of Object.entries(FAULTS)) {
    it(`are built once for each commit: ${what}`, async () => {
      const name = what.replaceAll(/\W+/g, '-');
      const { proxy } = place.cluster;
      for (const rule of rules) proxy.inject(rule);
      if (what.startsWith('watches')) proxy.cut();
      await bed.create(name, { cache: { volume: { size: '1Gi' } } });
      for (const number of [1, 2, 3]) {
        await bed.resolve(name, commit(number));
        await bed.finish(await bed.builds(name, number, number === 1 ? 'CONFIG' : 'COMMIT'), 'True');
      }
      await bed.reports(name, 'UpToDate');
      await controller.settled();
      expect(await bed.buildNames(name)).to.deep.equal([1, 2, 3].map((number) => `${name}-build-${number}`));
    });
  }

  it('are built for the last of many changes by a user, and never twice at once', async () => {
    await bed.createBuilt('edited');
    const edit = async (from: number, to: number): Promise<void> => {
      for (let value = from; value < to; value += 1) {
        await bed.patch(bed.image('edited'), { spec: { build: { env: [{ name: 'A', value: `${value}` }] } } });
      }
    };
    await edit(0, 15);
    // A slow controller sees only the last of these changes, so the others come after its Build.
    const second = await bed.builds('edited', 2, 'CONFIG');
    await edit(15, 30);
    await controller.settled();
    expect(await bed.buildNames('edited')).to.have.length(2);
    await bed.finish(second, 'True');
    await bed.finish(await bed.builds('edited', 3, 'CONFIG'), 'True');
    await bed.reports('edited', 'UpToDate');
    expect(await bed.get(bed.named('Build', 'edited-build-3'))).to.have.nested.property('spec.env[0].value', '29');
  });

  it('get back what a user deletes, and a deleted newest Build is not counted as one that runs', async () => {
    await bed.createBuilt('robbed');
    await bed.delete(bed.named('SourceResolver', 'robbed-source'));
    await bed.resolve('robbed', commit(2));
    const second = await bed.builds('robbed', 2, 'COMMIT');
    await bed.delete(bed.named('Build', second));
    await bed.finish(await bed.builds('robbed', 3, 'COMMIT'), 'True');
    await bed.reports('robbed', 'UpToDate');
  });
});
