import { expect } from 'chai';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheClaimName } from '../../../../src/core/images/cache-claim.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { commit, imageBed, soon, type ImageBed } from '../images/image-bed.ts';
import { playUntilBuilt } from '../images/played-image.ts';
import { runImages, type RunningImages } from '../images/running-images.ts';
import { watchBuilds, type WatchedBuilds } from '../images/watched-builds.ts';
import { looksTwice } from '../second-look.ts';

const NAMESPACE = 'robbed-images';
const SPEC = { successBuildHistoryLimit: 1, cache: { volume: { size: '1Gi' } } };

/**
 * The writes for two Builds: the SourceResolver, the claim, the first Build, the second one, the deletion of the first one, and five
 * statuses. Two statuses can be one write.
 */
const WRITES = 10;

/** The time in which the controller's watches show a deletion. */
const WATCH_MS = 200;

/** Deletes an object of an Image and returns its name; `undefined` if it does not exist at that point. */
type Deletion = (name: string) => Promise<string | undefined>;

/** An Image that loses an object after this number of the controller's writes for it. */
interface Robbery {
  readonly name: string;
  readonly point: number;
  readonly deletion: Deletion;
  readonly over: AbortController;
  /** Resolves when the user has reacted to the deletion. */
  readonly reaction: Promise<void>;
  writes: number;
  deleted?: string | undefined;
}

describe('Images that lose an object after each write of the controller', function () {
  this.timeout(900_000);
  let cluster: Cluster;
  let bed: ImageBed;
  let builds: WatchedBuilds;
  let controller: RunningImages;
  const robberies: Robbery[] = [];

  /** Deletes the object before the controller knows that its write has succeeded. */
  const afterWrite = async (write: string): Promise<void> => {
    const object = write.split(' ').at(-1) ?? '';
    const robbery = robberies.find(({ name }) => object === name || object.startsWith(`${name}-`));
    if (robbery === undefined) return;
    robbery.writes += 1;
    if (robbery.writes !== robbery.point) return;
    robbery.deleted = await robbery.deletion(robbery.name);
    await sleep(WATCH_MS);
    robbery.over.abort();
  };

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    bed = await imageBed(cluster.client, NAMESPACE);
    builds = await watchBuilds(cluster.kubeconfig, [NAMESPACE]);
    controller = await runImages(cluster.kubeconfig, NAMESPACE, { afterWrite });
  });
  looksTwice(() => controller);
  after(async () => {
    await controller?.stop();
    await builds?.close();
    await bed?.remove();
  });

  const claimOf = (name: string): KubernetesObject => bed.claim(cacheClaimName({ metadata: { name } }));
  const resolverOf = (name: string): KubernetesObject => bed.named('SourceResolver', `${name}-source`);
  const uidOf = async (object: KubernetesObject): Promise<unknown> =>
    objectAt(await bed.get(object), 'metadata')['uid'];
  /** Deletes an object, if it exists, and waits until it is gone. */
  const remove = async (object: KubernetesObject): Promise<string | undefined> => {
    const uid = await uidOf(object);
    if (uid === undefined) return undefined;
    await cluster.client.delete(object);
    await soon(`${object.metadata.name} is gone`, async () => (await uidOf(object)) !== uid);
    return object.metadata.name;
  };
  const removeNewestBuild: Deletion = async (name) => {
    const newest = (await bed.buildNames(name)).at(-1);
    return newest === undefined ? undefined : remove(bed.named('Build', newest));
  };
  const createLater = async (name: string): Promise<void> => {
    await hasNothing(name);
    await bed.create(name, SPEC);
  };
  const createdAgain: Deletion = async (name) => {
    const deleted = await remove(bed.image(name));
    await bed.create(name, SPEC);
    return deleted;
  };

  /** Runs one Image for each point. Returns at how many points there was something to delete. */
  const rob = async (
    what: string,
    deletion: Deletion,
    react: (name: string) => Promise<void> = async () => undefined,
  ): Promise<number> => {
    const points = Array.from({ length: WRITES }, (_, index) => index + 1);
    const robbed = points.map((point): Robbery => {
      const [name, over] = [`${what}-${point}`, new AbortController()];
      const reaction = once(over.signal, 'abort').then(async () => react(name));
      return { name, point, deletion, over, reaction, writes: 0 };
    });
    robberies.push(...robbed);
    await Promise.all(robbed.map(async ({ name }) => createAndBuild(name)));
    await controller.settled();
    for (const { over, reaction } of robbed) if (over.signal.aborted) await reaction;
    // The last writes come after the Image is up to date.
    for (const { name } of robbed) await playUntilBuilt(cluster.client, bed, name, commit(2));
    await controller.settled();
    for (const robbery of robbed) await expectBuiltOnce(robbery);
    await Promise.all(robbed.map(async ({ name }) => remove(bed.image(name))));
    for (const { name } of robbed) await hasNothing(name);
    return robbed.filter(({ deleted }) => deleted !== undefined).length;
  };

  const createAndBuild = async (name: string): Promise<void> => {
    await bed.create(name, SPEC);
    for (const number of [1, 2]) await playUntilBuilt(cluster.client, bed, name, commit(number));
  };

  const hasNothing = async (name: string): Promise<void> =>
    soon(`nothing is left of ${name}`, async () => {
      const left = [await uidOf(claimOf(name)), await uidOf(resolverOf(name)), ...(await bed.buildNames(name))];
      return left.every((one) => one === undefined);
    });

  const expectBuiltOnce = async ({ name, point, deleted }: Robbery): Promise<void> => {
    const uid = await uidOf(bed.image(name));
    const isOwn = async (object: KubernetesObject): Promise<boolean> => {
      const { ownerReferences, deletionTimestamp } = objectAt(await bed.get(object), 'metadata');
      const [owner] = objectsAt({ ownerReferences: ownerReferences ?? [] } as JsonObject, 'ownerReferences');
      return owner?.['uid'] === uid && deletionTimestamp === undefined;
    };
    const at = `${name}, after write ${point}`;
    await soon(`the SourceResolver of ${at}`, async () => isOwn(resolverOf(name)));
    await soon(`the claim of ${at}`, async () => isOwn(claimOf(name)));
    await soon(`one Build of ${at}`, async () => (await bed.buildNames(name)).length === 1);
    const created = builds.created.filter((build) => build.image === name);
    const kept = created.filter((build) => build.name !== deleted).map(({ owner, revision }) => `${owner} ${revision}`);
    expect(kept, at).to.deep.equal([...new Set(kept)]);
    const numbers = created.map(({ owner, number }) => `${owner} ${number}`);
    expect(numbers, at).to.deep.equal([...new Set(numbers)]);
    expect(created.at(-1), at).to.include({ owner: uid, revision: commit(2) });
    expect(await bed.buildNames(name), at).to.deep.equal([created.at(-1)?.name]);
    expect([...builds.twice], at).to.deep.equal([]);
    expect(await bed.condition(name, 'CacheReady'), at).to.deep.equal({});
  };

  it('build the newest commit, and none twice: the SourceResolver', async () => {
    expect(await rob('resolver', async (name) => remove(resolverOf(name)))).to.be.at.least(WRITES - 1);
  });

  it('build the newest commit, and none twice: the claim', async () => {
    expect(await rob('claim', async (name) => remove(claimOf(name)))).to.be.at.least(WRITES - 2);
  });

  it('build the newest commit, and none twice: the newest Build', async () => {
    expect(await rob('build', removeNewestBuild)).to.be.at.least(WRITES - 5);
  });

  it('build the newest commit after they are created again, and leave nothing behind', async () => {
    expect(await rob('image', async (name) => remove(bed.image(name)), createLater)).to.be.at.least(WRITES - 1);
  });

  it('build the newest commit, and none twice, if they are created again at once', async () => {
    expect(await rob('again', createdAgain)).to.be.at.least(WRITES - 1);
  });
});
