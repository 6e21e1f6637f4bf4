import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { BUILDS, IMAGES, KPACK_RESOURCES } from '../../clients/kube/client/resources.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { observedValue } from '../../insight/logs/observed-value.ts';
import { asBuild, type Build } from '../../core/model/objects/build.ts';
import { buildNumber } from '../../insight/views/build-view.ts';
import type { OpenCluster } from '../cluster.ts';
import { buildsOf, selectionOf } from '../image-builds.ts';
import type { NamedObject } from '../object-names.ts';
import { getIfExists } from '../objects/get-if-exists.ts';
import { notFound } from '../objects/not-found.ts';
import { firstBuildWait, listOwnBuilds, numberedBuild, ownBuilds } from '../objects/own-builds.ts';
import { missingNamespace } from '../objects/missing-namespace.ts';
import { CommandFailure, failure } from '../problems.ts';
import { accessError } from '../objects/access-error.ts';
import { reflectedObjects } from '../reflected-objects.ts';
import { readBuildAndPods } from './watch-build.ts';

/** The object and the options that select a Build. */
export interface LoggedObject {
  readonly namespace: string;
  /** Absent for the newest Build of the namespace. */
  readonly object: NamedObject | undefined;
  /** The number of a Build of the Image. Absent for the last one. */
  readonly number?: number;
  /** True if an option selects among the Builds of an Image, so that a name without a type is an Image. */
  readonly isOfImage: boolean;
  /** Waits for the first Build of an Image. */
  readonly follow: boolean;
}

/** A wait for the first Build of an Image. */
export interface ImageWait {
  /** Called with what the wait is for. */
  readonly onWait: (wanted: string) => void;
  /** Ends the wait, with the reason of a refused watch. */
  readonly stop: AbortController;
}

/** Returns the name of the Build whose log is wanted. Rejects with `CommandFailure` if there is none. */
export async function findLoggedBuild(
  cluster: OpenCluster,
  { namespace, object, number, isOfImage, follow }: LoggedObject,
  wait: ImageWait,
): Promise<NamespacedName> {
  if (object === undefined) return newestOf(cluster, namespace);
  const { kind, name } = object;
  const key = { namespace, name };
  const type = kind ?? (isOfImage ? 'Image' : undefined);
  if (type !== 'Image' && (await readBuildAndPods(cluster, key)) !== undefined) return key;
  const image = type === 'Build' ? undefined : await getIfExists(cluster.client, IMAGES, key);
  if (image === undefined) {
    const kinds = type === undefined ? (['Build', 'Image'] as const) : [type];
    const resources = kinds.map((each) => KPACK_RESOURCES[each]);
    throw new CommandFailure([await notFound(cluster.client, resources, key)], 1);
  }
  const found = numberedBuild(await listOwnBuilds(cluster.client, image, key), number, name);
  if (found !== undefined) return { namespace, name: found.metadata.name };
  if (follow) return firstBuild(cluster, image, key, wait);
  throw failure(`Image ${name} has no Build yet: ${firstBuildWait(image)}. Add --follow to wait for its first Build`);
}

async function newestOf({ client }: OpenCluster, namespace: string): Promise<NamespacedName> {
  let newest: Build | undefined;
  try {
    for await (const object of client.list(BUILDS, { namespace })) {
      const build = asBuild(object);
      if (newest === undefined || isNewer(build, newest)) newest = build;
    }
  } catch (error) {
    throw accessError(error, { verb: 'list', resource: BUILDS, namespace });
  }
  if (newest === undefined) {
    throw failure((await missingNamespace(client, namespace)) ?? `namespace ${namespace} has no Build`);
  }
  return { namespace, name: newest.metadata.name ?? '' };
}

/** Creation times have whole seconds, so the number decides between Builds of one second. */
function isNewer(one: Build, other: Build): boolean {
  const [left = '', right = ''] = [one, other].map(({ metadata }) => metadata.creationTimestamp);
  return left === right ? (buildNumber(one) ?? 0) > (buildNumber(other) ?? 0) : left > right;
}

/** Waits for the first Build of an Image. Rejects with `CommandFailure` if the Image is deleted. */
async function firstBuild(
  { transport }: OpenCluster,
  image: KubeObject,
  { namespace, name }: NamespacedName,
  { onWait, stop }: ImageWait,
): Promise<NamespacedName> {
  const images = reflectedObjects(transport, IMAGES, selectionOf({ namespace, name }), stop);
  const builds = reflectedObjects(transport, BUILDS, buildsOf({ namespace, name }), stop);
  const changes = observedValue(undefined);
  for (const reflected of [images, builds]) reflected.listen(() => changes.set(undefined));
  await Promise.all([images.synced, builds.synced]);
  for (;;) {
    stop.signal.throwIfAborted();
    const now = images.objects().find(({ metadata }) => metadata['uid'] === image.metadata['uid']);
    const [first] = now === undefined ? [] : ownBuilds(now, builds.objects());
    if (first !== undefined) return { namespace, name: first.metadata.name };
    if (now === undefined) throw failure(`Image ${name} was deleted before its first Build started`);
    onWait(firstBuildWait(now));
    await changes.changed(stop.signal);
  }
}
