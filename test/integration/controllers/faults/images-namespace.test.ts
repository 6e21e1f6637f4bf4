import { expect } from 'chai';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import type { KillableServer } from '../../kube/killable-server.ts';
import type { Place } from '../builds/build-suite.ts';
import { commit, imageBed, soon, type ImageBed } from '../images/image-bed.ts';
import { playUntilBuilt } from '../images/played-image.ts';
import { runImages, type RunningImages } from '../images/running-images.ts';
import { expectNothingNew } from '../second-look.ts';
import { killablePlace } from './killable-place.ts';

const LEAVING: KubernetesObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'leaving' } };
const HELD = { metadata: { finalizers: ['example.com/hold'] } };
const CACHE = { cache: { volume: { size: '1Gi' } } };

describe('Images of a namespace that is going away', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  let leaving: ImageBed;
  let staying: ImageBed;
  let controller: RunningImages;

  const isGone = async (): Promise<boolean> => (await cluster.client.get(LEAVING)) === undefined;

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    leaving = await imageBed(cluster.client, 'leaving');
    staying = await imageBed(cluster.client, 'staying');
    controller = await runImages(cluster.kubeconfig, ['leaving', 'staying']);
  });
  after(async () => {
    await controller?.stop();
    for (const bed of [leaving, staying]) await bed?.remove();
  });

  it('are left alone in each state, do not hold up others, and are built if the namespace comes back', async () => {
    await leaving.create('unresolved');
    await leaving.createBuilt('idle', CACHE);
    await leaving.createBuilt('held-image');
    await leaving.patch(leaving.image('held-image'), HELD);
    for (const name of ['running', 'held-build']) {
      await leaving.create(name, CACHE);
      await leaving.resolve(name, commit(1));
      await leaving.builds(name, 1, 'CONFIG');
    }
    await leaving.patch(leaving.named('Build', 'held-build-build-1'), HELD);
    await staying.createBuilt('web');
    await controller.settled();
    const writes = controller.writes.length;

    await cluster.client.delete(LEAVING);
    await playUntilBuilt(cluster.client, staying, 'web', commit(2));
    await soon('only the held objects are left', async () => {
      const images = await cluster.client.list('kpack.io/v1alpha2', 'Image', 'leaving');
      const resolvers = await cluster.client.list('kpack.io/v1alpha2', 'SourceResolver', 'leaving');
      const claims = await cluster.client.list('v1', 'PersistentVolumeClaim', 'leaving');
      return images.length === 1 && resolvers.length === 0 && claims.length === 0;
    });
    expect(await leaving.buildNames('held-build')).to.deep.equal(['held-build-build-1']);
    await controller.settled();
    const failures = [...controller.failures];
    await expectNothingNew(controller);
    expect(controller.failures, 'nothing is tried that the API server refuses').to.deep.equal(failures);
    await leaving.patch(leaving.image('held-image'), { metadata: { finalizers: null } });
    await leaving.patch(leaving.named('Build', 'held-build-build-1'), { metadata: { finalizers: null } });
    await soon('the namespace is gone', isGone);
    await expectNothingNew(controller);
    const created = controller.writes.slice(writes).filter((write) => write.startsWith('create'));
    expect(created).to.deep.equal(['create builds web-build-2']);

    await cluster.client.apply(LEAVING);
    await leaving.create('idle', CACHE);
    await playUntilBuilt(cluster.client, leaving, 'idle', commit(3));
    await expectNothingNew(controller);
    expect(await leaving.buildNames('idle')).to.deep.equal(['idle-build-1']);
  });
});

// Without a controller of namespaces, the namespace keeps its objects, as if one of them could not be deleted.
describe('Images of a namespace that is going away and keeps its objects', function () {
  this.timeout(180_000);
  let place: Place<KillableServer>;
  let bed: ImageBed;
  let controller: RunningImages;

  before(async function () {
    this.timeout(1_800_000);
    place = await killablePlace();
    bed = await imageBed(place.cluster.client, 'leaving');
    controller = await runImages(place.kubeconfig, 'leaving');
  });
  after(async () => {
    await controller?.stop();
    await place?.stop?.();
  });

  it('say why nothing is built, and are asked about less and less often', async () => {
    await bed.createBuilt('web', CACHE);
    await place.cluster.client.delete(LEAVING);
    await bed.resolve('web', commit(2));
    await bed.reports('web', 'BuildNotCreated');
    expect((await bed.condition('web', 'Ready'))['message']).to.match(
      /web-build-2.*leaving because it is being terminated/,
    );
    await place.cluster.client.delete(bed.named('SourceResolver', 'web-source'));
    await soon('the controller fails', async () => controller.failures.length > 3);
    const failures = controller.failures.length;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(controller.failures.length - failures).to.be.below(10);
    expect(await bed.buildNames('web')).to.deep.equal(['web-build-1']);
  });
});
