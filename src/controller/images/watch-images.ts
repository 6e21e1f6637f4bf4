import { isDeepStrictEqual } from 'node:util';
import type { Build } from '../../core/api/kpack/build.ts';
import type { Image } from '../../core/api/kpack/image.ts';
import type { ObjectMeta } from '../../core/api/kubernetes/object-meta.ts';
import type { TagHolders } from '../../core/images/tag-holders.ts';
import { keyOf } from '../../clients/kube/client/kube-object.ts';
import { EXEC_ENV_ANNOTATION } from '../../core/model/exec-env.ts';
import type { Change } from '../../clients/kube/reflector/informer.ts';
import { objectKey } from '../kit/identity.ts';
import type { AnyBuilder } from '../builders/builder-kinds.ts';
import type { ReadableCache } from '../kit/readable-cache.ts';
import type { Enqueue } from '../kit/start-controller.ts';
import type { BuildTurns } from './build-turns.ts';
import { imageKeyOf, isBuildOfImage, type ImageCaches } from './image-caches.ts';
import type { OwnWrites } from './own-writes.ts';

export interface WatchDependencies {
  readonly writes: OwnWrites;
  readonly turns: BuildTurns;
  readonly tags: TagHolders;
}

/**
 * Enqueues an Image if the Image, an object that it owns, or its builder changes. Resolves when all caches have synced. Images that
 * may need a Build come before those whose Build or status has changed.
 */
export async function watchImages(
  caches: ImageCaches,
  { writes, turns, tags }: WatchDependencies,
  enqueue: Enqueue,
): Promise<void> {
  const { images, resolvers, builds, claims, builders } = caches;
  images.subscribe((change) => {
    writes.images.onChange(change);
    enqueue(change.key, isSameSpec(change) ? 'low' : 'normal');
    // The condition `TagUnique` of these Images changes.
    const affected = change.kind === 'deleted' ? tags.remove(change.object) : tags.put(change.object);
    for (const name of affected) enqueue(objectKey(change.object.metadata.namespace ?? '', name));
  });
  images.subscribeUnreadable((key) => enqueue(key));
  resolvers.subscribe((change) => {
    writes.resolvers.onChange(change);
    enqueueOwner(change.object, 'resolver', images, enqueue);
  });
  claims.subscribe((change) => {
    writes.claims.onChange(change);
    enqueueOwner(change.object, 'claim', images, enqueue);
  });
  turns.watch(caches, enqueue);
  builds.subscribe((change) => {
    if (!isBuildOfImage(change.object)) return;
    writes.builds.onChange(change);
    enqueue(imageKeyOf(change.object), isProgress(change) ? 'low' : 'normal');
  });
  watchBuilders(caches, 'Builder', builders.builders, enqueue);
  watchBuilders(caches, 'ClusterBuilder', builders.clusterBuilders, enqueue);
  await Promise.all([images, resolvers, builds, claims, ...Object.values(builders)].map(async ({ synced }) => synced));
  turns.resume(caches);
}

function watchBuilders<T extends AnyBuilder>(
  { images }: ImageCaches,
  kind: T['kind'],
  builders: Pick<ReadableCache<T>, 'subscribe' | 'subscribeUnreadable'>,
  enqueue: Enqueue,
): void {
  const enqueueImages = (builderKey: string): void => {
    for (const image of images.store.byIndex('builder', `${kind} ${builderKey}`)) enqueue(keyOf(image));
  };
  builders.subscribe((change) => {
    if (change.kind === 'updated' && isSameForImages(change.previous, change.object)) return;
    enqueueImages(change.key);
  });
  builders.subscribeUnreadable(enqueueImages);
}

/** True if the change of an Image causes no Build, such as a change of its status. */
function isSameSpec(change: Change<Image>): boolean {
  if (change.kind !== 'updated') return false;
  const [previous, now] = [change.previous.metadata, change.object.metadata];
  return (
    previous.generation === now.generation &&
    previous.annotations?.[EXEC_ENV_ANNOTATION] === now.annotations?.[EXEC_ENV_ANNOTATION]
  );
}

/** True if the change of a Build only updates the status of its Image. A trigger or a deletion can cause another Build. */
function isProgress(change: Change<Build>): boolean {
  switch (change.kind) {
    case 'added':
      return true;
    case 'updated':
      return isDeepStrictEqual(change.previous.metadata.annotations, change.object.metadata.annotations);
    case 'deleted':
      return false;
  }
}

/** True if the change of a builder has no effect on its Images. */
function isSameForImages(previous: AnyBuilder, builder: AnyBuilder): boolean {
  return (
    previous.metadata.generation === builder.metadata.generation && isDeepStrictEqual(previous.status, builder.status)
  );
}

/**
 * Enqueues the Image that owns an object. A deletion with `--cascade=orphan` leaves the objects of an Image without an owner. A
 * later Image of the same name uses them.
 */
function enqueueOwner(
  { metadata }: { readonly metadata: ChildMeta },
  index: 'resolver' | 'claim',
  { store }: ImageCaches['images'],
  enqueue: Enqueue,
): void {
  const { name, namespace = '', ownerReferences = [] } = metadata;
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner?.kind === 'Image') enqueue(objectKey(namespace, owner.name));
  if (owner !== undefined) return;
  for (const image of store.byIndex(index, objectKey(namespace, name))) enqueue(keyOf(image));
}

type ChildMeta = Pick<ObjectMeta, 'name' | 'namespace' | 'ownerReferences'>;
