import { plainJson } from '../../core/model/json.ts';
import type { Build } from '../../core/api/kpack/build.ts';
import type { Image } from '../../core/api/kpack/image.ts';
import { belongsTo } from '../../core/images/build-history.ts';
import type { ObservedImage } from '../../core/images/observed-image.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { objectName } from '../../clients/kube/client/resource.ts';
import { ignoreKubeErrors, isKubeError, type KubeError } from '../../clients/kube/kube-error.ts';
import { BUILDS, IMAGES } from '../../clients/kube/client/resources.ts';
import { cachedBuild } from './cached-build.ts';
import type { OwnWrites } from './own-writes.ts';

/** The result of creating the next Build of an Image. */
export type BuildCreation =
  | { readonly kind: 'created' }
  /** The Image or its newest Build differs from the cache. The plan is out of date. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'refused'; readonly message: string; readonly error: KubeError };

export interface CreateBuildDependencies {
  readonly client: Pick<KubeClient, 'get' | 'create'>;
  readonly writes: Pick<OwnWrites, 'builds'>;
}

/**
 * Creates the next Build, but only if the Image has no unfinished Build that the cache lacks. The name contains the number of the
 * Build, so of two processes that plan the same Build, one gets a conflict.
 */
export async function createBuild(
  dependencies: CreateBuildDependencies,
  observed: ObservedImage,
  build: Build,
  signal: AbortSignal,
): Promise<BuildCreation> {
  const { client, writes } = dependencies;
  if (await isOutdated(dependencies, observed, signal)) return { kind: 'outdated' };
  try {
    writes.builds.expect(cachedBuild(await client.create(BUILDS, asObject(build), { signal, priority: 'high' })));
    return { kind: 'created' };
  } catch (error) {
    if (isKubeError(error, 'ALREADY_EXISTS')) return existing(dependencies, observed.image, build, error, signal);
    if (isKubeError(error, 'INVALID', 'FORBIDDEN', 'REFUSED'))
      return { kind: 'refused', message: error.message, error };
    throw error;
  }
}

/** Compares with the API server, because a cache may lag behind the writes of an earlier leader. */
async function isOutdated(
  { client, writes }: CreateBuildDependencies,
  { image, builds }: ObservedImage,
  signal: AbortSignal,
): Promise<boolean> {
  const { metadata, status } = image;
  const { name, namespace, uid, resourceVersion } = metadata;
  const live = await client
    .get(IMAGES, objectName(name, namespace), { signal, priority: 'high' })
    .catch(ignoreKubeErrors('NOT_FOUND'));
  const isSame = live?.metadata['uid'] === uid && live?.metadata['resourceVersion'] === resourceVersion;
  if (!isSame) return true;
  const { latestBuildRef: newest = '' } = status ?? {};
  if (newest === '' || builds.some((build) => build.metadata.name === newest)) return false;
  const unseen = await client
    .get(BUILDS, objectName(newest, namespace), { signal, priority: 'high' })
    .catch(ignoreKubeErrors('NOT_FOUND'));
  if (unseen === undefined || !belongsTo(image, cachedBuild(unseen))) return false;
  writes.builds.expect(cachedBuild(unseen));
  return true;
}

/**
 * Reads the Build that has the name already. If it is of the Image, another process has created it, or this process did and
 * stopped before it wrote the status.
 */
async function existing(
  { client, writes }: CreateBuildDependencies,
  image: Image,
  { metadata }: Build,
  error: KubeError,
  signal: AbortSignal,
): Promise<BuildCreation> {
  const name = objectName(metadata.name, metadata.namespace);
  const found = await client.get(BUILDS, name, { signal, priority: 'high' }).catch(ignoreKubeErrors('NOT_FOUND'));
  if (found === undefined) return { kind: 'outdated' };
  const build = cachedBuild(found);
  if (belongsTo(image, build)) {
    writes.builds.expect(build);
    return { kind: 'outdated' };
  }
  const message =
    'the Build exists and does not belong to this Image, by its owner or by its label image.kpack.io/buildNumber. Delete that Build';
  return { kind: 'refused', message, error };
}

function asObject({ apiVersion, kind, metadata, ...rest }: Build): KubeObject {
  const { name } = metadata;
  return { ...plainJson(rest), apiVersion, kind, metadata: { ...plainJson(metadata), name } };
}
