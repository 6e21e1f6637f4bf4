import type { Image } from '../../core/api/kpack/image.ts';
import { SOURCE_RESOLVER } from '../../core/api/kpack/kind-definitions.ts';
import type { Build } from '../../core/api/kpack/build.ts';
import type { ClaimWrite } from '../../core/images/claim-plan.ts';
import { DEFAULT_CLASS_ANNOTATION } from '../../core/model/default-storage-class.ts';
import type { ImagePlan } from '../../core/images/image-plan.ts';
import type { ObservedImage, ObservedResolver } from '../../core/images/observed-image.ts';
import { copiedAnnotations } from '../../core/images/source-resolver.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { objectName } from '../../clients/kube/client/resource.ts';
import {
  BUILDS,
  PERSISTENT_VOLUME_CLAIMS,
  SOURCE_RESOLVERS,
  STORAGE_CLASSES,
} from '../../clients/kube/client/resources.ts';
import { ignoreKubeErrors, isKubeError } from '../../clients/kube/kube-error.ts';
import { defined } from '../../core/model/defined.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import { json } from '../../core/model/objects/reader.ts';
import { type JsonObject, plainJson } from '../../core/model/json.ts';
import type { Manifest } from '../../core/model/kubernetes-object.ts';
import { objectReader } from '../kit/readable-cache.ts';
import { mergePatch } from '../kit/status.ts';
import { cachedClaim } from './cached-claim.ts';
import type { OwnWrites } from './own-writes.ts';

export interface WriteDependencies {
  readonly client: Pick<KubeClient, 'list' | 'create' | 'patch' | 'delete'>;
  readonly writes: Pick<OwnWrites, 'resolvers' | 'claims'>;
}

const readResolver = objectReader(SOURCE_RESOLVER);

/** Creates or changes the SourceResolver. */
export async function writeResolver(
  { client, writes }: WriteDependencies,
  { image, resolver }: ObservedImage,
  write: ImagePlan['resolver'],
  signal: AbortSignal,
): Promise<void> {
  if (write === undefined) return;
  const { manifest } = write;
  const name = objectName(manifest.metadata.name, image.metadata.namespace);
  const written =
    write.kind === 'create' || resolver === undefined
      ? await client.create(SOURCE_RESOLVERS, manifest, { signal, priority: 'high' })
      : await client.patch(SOURCE_RESOLVERS, name, resolverPatch(resolver, manifest), {
          signal,
          priority: 'high',
        });
  const read = readResolver(written);
  if (read.kind === 'readable') writes.resolvers.expect(read.value);
}

/** Returns the merge patch of the fields that come from the Image. Other annotations stay. */
function resolverPatch({ metadata, spec }: ObservedResolver, wanted: Manifest): JsonObject {
  const { labels = {}, annotations, uid } = metadata;
  const from = plainJson({ metadata: { labels, annotations: copiedAnnotations(annotations) }, spec });
  const { labels: wantedLabels, annotations: wantedAnnotations } = asObject(wanted).metadata;
  const to = {
    metadata: { labels: wantedLabels.raw, annotations: wantedAnnotations.raw },
    spec: json(wanted['spec']),
  };
  const { metadata: changed, ...rest } = mergePatch(from, to) ?? {};
  return { metadata: { ...json(changed), ...defined({ uid }) }, ...rest };
}

const NO_DEFAULT_CLASS =
  'the cluster has no default StorageClass, so the Image has no cache: write spec.cache.volume with a storageClassName, or make a StorageClass the default';

/** Writes the claim of the volume cache. Returns the message of the API server if it refuses the claim, or why there can be none. */
export async function writeClaim(
  { client, writes }: WriteDependencies,
  image: Image,
  write: ClaimWrite | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    if (write?.kind === 'create' && write.needsDefaultClass === true && !(await hasDefaultClass(client, signal)))
      return NO_DEFAULT_CLASS;
    const written = write && (await sendClaim(client, write, image.metadata.namespace, signal));
    if (written !== undefined) writes.claims.expect(cachedClaim(written));
    return undefined;
  } catch (error) {
    if (isKubeError(error, 'INVALID', 'FORBIDDEN', 'REFUSED')) return error.message;
    throw error;
  }
}

async function hasDefaultClass(client: Pick<KubeClient, 'list'>, signal: AbortSignal): Promise<boolean> {
  for await (const { metadata } of client.list(STORAGE_CLASSES, { signal, priority: 'high' })) {
    if (json(metadata['annotations'])[DEFAULT_CLASS_ANNOTATION] === 'true') return true;
  }
  return false;
}

async function sendClaim(
  client: WriteDependencies['client'],
  write: ClaimWrite,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  switch (write.kind) {
    case 'create':
      return client.create(PERSISTENT_VOLUME_CLAIMS, write.claim, { signal, priority: 'high' });
    case 'patch':
      return client.patch(PERSISTENT_VOLUME_CLAIMS, objectName(write.name, namespace), write.patch, {
        signal,
        priority: 'high',
      });
    case 'delete':
      await client
        .delete(PERSISTENT_VOLUME_CLAIMS, objectName(write.name, namespace), { uid: write.uid, signal })
        .catch(ignoreKubeErrors('NOT_FOUND', 'CONFLICT'));
      return undefined;
  }
}

/** Deletes Builds by name and UID, so that a newer Build with the same name stays. */
export async function deleteBuilds(
  client: Pick<KubeClient, 'delete'>,
  builds: readonly Build[],
  signal: AbortSignal,
): Promise<void> {
  for (const { metadata } of builds) {
    const { name, namespace, uid } = metadata;
    if (uid === undefined) throw new Error(`the Build ${name} has no UID`);
    await client
      .delete(BUILDS, objectName(name, namespace), { uid, signal })
      .catch(ignoreKubeErrors('NOT_FOUND', 'CONFLICT'));
  }
}
