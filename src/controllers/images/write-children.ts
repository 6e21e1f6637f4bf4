import type { Image } from '../../api/kpack/image.ts';
import { SOURCE_RESOLVER } from '../../api/kpack/kind-definitions.ts';
import type { Build } from '../../api/kpack/build.ts';
import type { ClaimWrite } from '../../images/claim-plan.ts';
import type { ImagePlan } from '../../images/image-plan.ts';
import type { ObservedImage, ObservedResolver } from '../../images/observed-image.ts';
import { copiedAnnotations } from '../../images/source-resolver.ts';
import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import { PERSISTENT_VOLUME_CLAIMS, type ObjectName } from '../../kube/client/resource.ts';
import { isKubeError } from '../../kube/kube-error.ts';
import { objectAt } from '../../model/json-field.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Manifest } from '../../model/kubernetes-object.ts';
import { BUILDS } from '../builds/resources.ts';
import { objectReader } from '../readable-cache.ts';
import { SOURCE_RESOLVERS } from '../source-resolvers/source-resolver-controller.ts';
import { mergePatch, plainJson } from '../status.ts';
import { cachedClaim } from './cached-claim.ts';
import type { OwnWrites } from './own-writes.ts';

/** Writes the objects that an Image owns, except its Builds. */
export interface WriteDependencies {
  readonly client: Pick<KubeClient, 'create' | 'patch' | 'delete'>;
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
  const name = within(image, manifest.metadata.name);
  const written =
    write.kind === 'create' || resolver === undefined
      ? await client.create(SOURCE_RESOLVERS, manifest, { signal })
      : await client.patch(SOURCE_RESOLVERS, name, resolverPatch(resolver, manifest), { signal });
  const read = readResolver(written);
  if (read.kind === 'readable') writes.resolvers.expect(read.value);
}

/** Returns the merge patch of the fields that come from the Image. Other annotations stay. */
function resolverPatch({ metadata, spec }: ObservedResolver, wanted: Manifest): JsonObject {
  const { labels = {}, annotations, uid } = metadata;
  const from = plainJson({ metadata: { labels, annotations: copiedAnnotations(annotations) }, spec });
  const to = {
    metadata: { labels: objectAt(wanted.metadata, 'labels'), annotations: objectAt(wanted.metadata, 'annotations') },
    spec: objectAt(wanted, 'spec'),
  };
  const { metadata: changed = {}, ...rest } = mergePatch(from, to) ?? {};
  return { metadata: { ...objectAt({ changed }, 'changed'), ...(uid !== undefined && { uid }) }, ...rest };
}

/** Writes the claim of the volume cache. Returns the message of the API server if it refuses the claim. */
export async function writeClaim(
  { client, writes }: WriteDependencies,
  image: Image,
  write: ClaimWrite | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const written = write && (await sendClaim(client, image, write, signal));
    if (written !== undefined) writes.claims.expect(cachedClaim(written));
    return undefined;
  } catch (error) {
    if (isKubeError(error, 'INVALID', 'FORBIDDEN', 'REFUSED')) return error.message;
    throw error;
  }
}

async function sendClaim(
  client: WriteDependencies['client'],
  image: Image,
  write: ClaimWrite,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  switch (write.kind) {
    case 'create':
      return client.create(PERSISTENT_VOLUME_CLAIMS, write.claim, { signal });
    case 'patch':
      return client.patch(PERSISTENT_VOLUME_CLAIMS, within(image, write.name), write.patch, { signal });
    case 'delete':
      await client
        .delete(PERSISTENT_VOLUME_CLAIMS, within(image, write.name), { uid: write.uid, signal })
        .catch(ignoreGone);
      return undefined;
  }
}

/** Deletes Builds, but no later Build with the same name. */
export async function deleteBuilds(
  client: Pick<KubeClient, 'delete'>,
  image: Image,
  builds: readonly Build[],
  signal: AbortSignal,
): Promise<void> {
  for (const { metadata } of builds) {
    const { name, uid } = metadata;
    if (uid === undefined) throw new Error(`the Build ${name} has no UID`);
    await client.delete(BUILDS, within(image, name), { uid, signal }).catch(ignoreGone);
  }
}

function ignoreGone(error: unknown): void {
  if (!isKubeError(error, 'NOT_FOUND', 'CONFLICT')) throw error;
}

function within({ metadata: { namespace } }: Image, name: string): ObjectName {
  return { name, ...(namespace !== undefined && { namespace }) };
}
