import type { Build } from '../core/api/kpack/build.ts';
import { BUILDS, IMAGES } from '../clients/kube/client/resources.ts';
import { cachedBuild } from '../controller/images/cached-build.ts';
import { buildHistory, type BuildHistory } from '../core/images/build-history.ts';
import type { KubeClient } from '../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../clients/kube/client/kube-object.ts';
import type { Selection } from '../clients/kube/client/list.ts';
import type { NamespacedName } from '../clients/kube/client/resource.ts';
import { ignoreKubeErrors } from '../clients/kube/kube-error.ts';
import { IMAGE_LABEL } from '../core/model/image-metadata.ts';
import { defined } from '../core/model/defined.ts';
import { asObject } from '../core/model/objects/object-meta.ts';
import { asImage } from '../core/model/objects/image.ts';
import { getIfExists } from './objects/get-if-exists.ts';
import { notFound } from './objects/not-found.ts';
import { CommandFailure, failure } from './problems.ts';

type Reader = Pick<KubeClient, 'get' | 'list'>;

/** Returns an Image. Rejects with `CommandFailure` if it does not exist. */
export async function readImage(client: Reader, key: NamespacedName): Promise<KubeObject> {
  const image = await getIfExists(client, IMAGES, key);
  if (image === undefined) throw new CommandFailure([await notFound(client, [IMAGES], key)], 1);
  return image;
}

/** Returns a Build. Rejects with `CommandFailure` if it does not exist. */
export async function readBuild(client: Reader, key: NamespacedName): Promise<KubeObject> {
  const build = await getIfExists(client, BUILDS, key);
  if (build === undefined) throw await noBuild(client, key);
  return build;
}

/** Returns the failure for a Build that does not exist. If an Image has the name, names the last Build of that Image. */
async function noBuild(client: Reader, key: NamespacedName): Promise<CommandFailure> {
  const image = await client.get(IMAGES, key).catch(ignoreKubeErrors('NOT_FOUND', 'FORBIDDEN'));
  if (image === undefined) return new CommandFailure([await notFound(client, [BUILDS], key)], 1);
  const { namespace, name } = key;
  const last = asImage(image).status.latestBuildRef;
  const hint = last === undefined ? `Image ${name} has no Build yet` : `the last Build of Image ${name} is ${last}`;
  return failure(`namespace ${namespace} has no Build ${name}, but an Image ${name}: ${hint}`);
}

/** Returns the Builds of an Image as its controller counts them. */
export async function readHistory(client: Reader, image: KubeObject): Promise<BuildHistory> {
  const builds: KubeObject[] = [];
  for await (const build of client.list(BUILDS, buildsOf(namespacedNameOf(image)))) builds.push(build);
  return historyOf(image, builds);
}

/** Returns the Builds that belong to an Image. */
export function historyOf(image: KubeObject, builds: readonly KubeObject[]): BuildHistory {
  const { namespace, name } = namespacedNameOf(image);
  const { uid } = asImage(image).metadata;
  return buildHistory({ metadata: { namespace, name, ...defined({ uid }) } }, builds.map(cachedBuild));
}

/** Returns the selection of an object by its name. */
export function selectionOf({ namespace, name }: NamespacedName): Selection {
  return { namespace, fieldSelector: `metadata.name=${name}` };
}

/** Returns the creation time of an object, or an empty text. */
export function createdAt(object: KubeObject): string {
  return asObject(object).metadata.creationTimestamp ?? '';
}

/** Selects the Builds that name an Image. */
export function buildsOf({ namespace, name }: NamespacedName): Selection {
  return { namespace, labelSelector: `${IMAGE_LABEL}=${name}` };
}

export function namespacedNameOf({ metadata }: KubeObject | Build): NamespacedName {
  const { namespace } = metadata;
  return { namespace: typeof namespace === 'string' ? namespace : '', name: metadata.name };
}
