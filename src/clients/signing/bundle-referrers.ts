import { buffer } from 'node:stream/consumers';
import type { NameValue } from '../../core/model/resolved-build.ts';
import { fields, list, number, text } from '../../core/model/objects/reader.ts';
import type { Repository } from '../registry/client/credentials/keychain.ts';
import type { ReferrerUpload } from '../registry/client/manifests/push-referrers.ts';
import type { RegistryClient } from '../registry/client/registry-client.ts';
import { RegistryError } from '../registry/client/registry-error.ts';
import { BUNDLE_TYPE, bundleManifest, EMPTY_CONFIG, openBundle, PREDICATE_ANNOTATION, signedBundle } from './bundle.ts';
import type { SignedImage } from './payload.ts';
import { MAX_LAYER_BYTES, refuseLargeLayer } from './signature-image.ts';
import type { SigningKey } from './signing-key.ts';
import { SIGNATURE_PREDICATE_TYPE, signatureStatement, statementText, type Attestation } from './statement.ts';

/** The requests that read and write bundles. */
export type BundleRegistry = Pick<
  RegistryClient,
  'resolve' | 'manifest' | 'blob' | 'pushBlob' | 'referrers' | 'pushReferrers'
>;

/** The claims of a key about an image: a signature with annotations, and attestations. */
export interface BundledClaims {
  readonly annotations: readonly NameValue[];
  readonly attestations: readonly Attestation[];
}

interface Statement {
  readonly predicateType: string;
  readonly statement: string;
}

/**
 * Signs an image and attests to it with Sigstore bundles in a repository, which refer to the image as those of cosign 3 do. Pushes no
 * statement that the key has already signed. In the referrers tag, the bundles replace this key's earlier attestations of the same types.
 * With the referrers API, earlier attestations stay, because accounts that push can seldom delete. Returns the digest of the manifest with
 * the signature. Rejects with `RegistryError`.
 */
export async function addBundles(
  client: BundleRegistry,
  image: SignedImage,
  { registry, repository }: Repository,
  key: SigningKey,
  { annotations, attestations }: BundledClaims,
): Promise<string> {
  const place = { registry, repository, digest: image.digest };
  const signature = { predicateType: SIGNATURE_PREDICATE_TYPE, statement: signatureStatement(image, annotations) };
  const attested = attestations.map((one) => ({
    predicateType: one.predicateType,
    statement: statementText(image, one),
  }));
  const stored = await ownBundles(client, place, [signature, ...attested], key);
  const isStored = ({ statement }: Statement): boolean => stored.some((one) => one.statement === statement);
  const missing = [signature, ...attested].filter((one) => !isStored(one));
  const uploads = await pushBundles(client, image, place, missing, key);
  const types = attested.map(({ predicateType }) => predicateType);
  const stale = stored.filter(
    (one) => types.includes(one.predicateType) && !attested.some(({ statement }) => statement === one.statement),
  );
  const replaced = new Set(stale.map(({ digest }) => digest));
  if (uploads.length > 0 || replaced.size > 0) await client.pushReferrers(place, uploads, replaced);
  const signed = stored.find(({ statement }) => statement === signature.statement) ?? uploads[0];
  if (signed === undefined) throw new Error(`the signature of ${image.digest} is neither stored nor pushed`);
  return signed.digest;
}

/** The bundles of an image, by the digest of the manifest with the signature, or the message of a registry that does not store them. */
export type StoredBundles =
  | { readonly kind: 'stored'; readonly digest: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Does the same as `addBundles` for an image that is signed at the tags of cosign 2, which is enough if the registry stores no bundles. */
export async function addBundlesBesideTags(...args: Parameters<typeof addBundles>): Promise<StoredBundles> {
  try {
    return { kind: 'stored', digest: await addBundles(...args) };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { kind: 'refused', message: error.message };
  }
}

/** A bundle that refers to the image. The digest is that of its manifest. */
interface StoredBundle extends Statement {
  readonly digest: string;
}

/** Returns the bundles that the key has signed, with predicates of the same types as those of the statements. */
async function ownBundles(
  client: BundleRegistry,
  place: SignedImage,
  statements: readonly Statement[],
  key: SigningKey,
): Promise<readonly StoredBundle[]> {
  const own: StoredBundle[] = [];
  for (const { digest, artifactType, annotations } of await client.referrers(place)) {
    const type = statements.find(({ predicateType }) => predicateType === annotations[PREDICATE_ANNOTATION]);
    if (type === undefined || artifactType !== BUNDLE_TYPE) continue;
    const content = await bundleOf(client, { ...place, digest });
    const opened = content && openBundle(content, key);
    if (opened?.isSigned !== true) continue;
    own.push({ digest, predicateType: type.predicateType, statement: opened.statement });
  }
  return own;
}

const asManifest = fields({ layers: list(fields({ mediaType: text, digest: text, size: number })) });

/** Reads a bundle. Returns `undefined` if its manifest has been deleted, or has no layer that cosign reads. */
async function bundleOf(client: BundleRegistry, place: SignedImage): Promise<Buffer | undefined> {
  try {
    const { json } = await client.manifest(place);
    const [layer, ...others] = asManifest(json).layers;
    const { mediaType, digest = '', size = Infinity } = layer ?? {};
    if (mediaType !== BUNDLE_TYPE || others.length > 0 || size > MAX_LAYER_BYTES) return undefined;
    return await buffer(client.blob(place, { digest, size }));
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Signs statements and pushes the bundles. Returns their manifests, which are not pushed. */
async function pushBundles(
  client: BundleRegistry,
  image: SignedImage,
  place: SignedImage,
  statements: readonly Statement[],
  key: SigningKey,
): Promise<readonly ReferrerUpload[]> {
  if (statements.length === 0) return [];
  const subject = await client.resolve(image);
  const bundles = statements.map((one) => ({ ...one, bundle: signedBundle(one.statement, key) }));
  for (const { bundle } of bundles) refuseLargeLayer(place, bundle);
  for (const blob of [EMPTY_CONFIG, ...bundles.map(({ bundle }) => bundle)])
    await client.pushBlob(place, blob, blob.content);
  return bundles.map(({ predicateType, bundle }) => bundleManifest(subject, predicateType, bundle));
}
