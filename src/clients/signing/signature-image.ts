import { buffer } from 'node:stream/consumers';
import type { JsonObject } from '../../core/model/json.ts';
import { fields, items, list, text, textMap } from '../../core/model/objects/reader.ts';
import { canonicalName, type ImageReference } from '../../core/model/image-reference.ts';
import { jsonBlob, type Blob } from '../../core/oci/image.ts';
import { MEDIA_TYPES, type ImageFamily } from '../../core/oci/media-types.ts';
import type { Repository } from '../registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../registry/client/registry-client.ts';
import { RegistryError } from '../registry/client/registry-error.ts';
import type { SignedImage } from './payload.ts';

/** The manifest and configuration of an image whose layers are signatures or attestations (cosign, specs/SIGNATURE_SPEC.md). */
export interface SignatureImage {
  readonly mediaType: string;
  readonly manifest: JsonObject;
  readonly config: JsonObject;
}

/** Reads the manifest of a signature image. */
export const asManifest = fields({
  config: fields({ mediaType: text }),
  layers: list(fields({ mediaType: text, digest: text, annotations: textMap })),
});

/** Reads the configuration of a signature image. */
const asConfig = fields({ history: items, rootfs: fields({ diff_ids: items }) });

/** A signature image in a registry. */
interface StoredSignatureImage extends SignatureImage {
  /** The digest of the manifest. */
  readonly digest: string;
}

/** The requests that read and write signatures. */
export type SignatureRegistry = Pick<RegistryClient, 'config' | 'blob' | 'pushBlob' | 'pushManifest'>;

/** A layer with its content. */
interface SignatureLayer {
  readonly blob: Blob;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The annotation with a signature in base64. It is empty if the layer itself contains the signature. */
export const SIGNATURE_ANNOTATION = 'dev.cosignproject.cosign/signature';

/** Go's zero time. */
const ZERO_TIME = '0001-01-01T00:00:00Z';

/** The parts that cosign stores beside an image: signatures, attestations or an SBOM. */
export type Attached = 'sig' | 'att' | 'sbom';

/** Returns cosign's tag for what belongs to a digest, in the image's repository or in another one. */
export function attachedTag(image: SignedImage, kind: Attached, repository: Repository = image): ImageReference {
  const { registry, repository: path } = repository;
  return { registry, repository: path, tag: `${image.digest.replace(':', '-')}.${kind}` };
}

/** Returns an image without layers, with the same fields as go-containerregistry's empty image. */
export function emptySignatureImage(family: ImageFamily): SignatureImage {
  const types = MEDIA_TYPES[family];
  return {
    mediaType: types.manifest,
    manifest: { schemaVersion: 2, mediaType: types.manifest, config: { mediaType: types.config }, layers: [] },
    config: {
      architecture: '',
      created: ZERO_TIME,
      history: [],
      os: '',
      rootfs: { type: 'layers', diff_ids: [] },
      config: {},
    },
  };
}

/** Returns the image with one more layer. All other fields stay the same, including media types. */
export function withLayer(
  { mediaType, manifest, config }: SignatureImage,
  { blob, annotations }: SignatureLayer,
): SignatureImage {
  const layer = {
    mediaType: blob.mediaType,
    size: blob.size,
    digest: blob.digest,
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
  const { history, rootfs } = asConfig(config);
  return {
    mediaType,
    manifest: { ...manifest, layers: [...items(manifest['layers']), layer] },
    config: {
      ...config,
      history: [...history, { created: ZERO_TIME }],
      rootfs: { ...rootfs.raw, diff_ids: [...rootfs.diff_ids, blob.digest] },
    },
  };
}

/** Returns the image without the layers of these digests. */
export function withoutLayers(
  { mediaType, manifest, config }: SignatureImage,
  removed: ReadonlySet<string>,
): SignatureImage {
  const { layers } = asManifest(manifest);
  const { history, rootfs } = asConfig(config);
  const stays = (_: unknown, index: number): boolean => !removed.has(layers[index]?.digest ?? '');
  return {
    mediaType,
    manifest: { ...manifest, layers: layers.filter(stays).map(({ raw }) => raw) },
    config: {
      ...config,
      history: history.filter(stays),
      rootfs: { ...rootfs.raw, diff_ids: rootfs.diff_ids.filter(stays) },
    },
  };
}

/** Reads the image at a tag. Returns `undefined` if the tag does not exist. Rejects with `RegistryError`. */
export async function readSignatureImage(
  client: Pick<SignatureRegistry, 'config'>,
  place: ImageReference,
): Promise<StoredSignatureImage | undefined> {
  try {
    // No platform matches, so an index at this tag is refused.
    const { manifest, json } = await client.config(place, { os: '', architecture: '' });
    return { digest: manifest.digest, mediaType: manifest.mediaType, manifest: manifest.json, config: json };
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** cosign reads attachments of at most 128 MiB. */
export const MAX_LAYER_BYTES = 134_217_728;

interface StoredLayer {
  readonly digest: string;
  readonly content: Buffer;
}

/** Reads the layers of a media type, one after the other. Rejects with `RegistryError`, also above 128 MiB. */
export async function* readLayers(
  client: Pick<SignatureRegistry, 'blob'>,
  place: ImageReference,
  { manifest }: SignatureImage,
  mediaType: string,
): AsyncGenerator<StoredLayer> {
  for (const { mediaType: type, digest = '', raw } of asManifest(manifest).layers) {
    if (type !== mediaType) continue;
    const size = Number(raw['size']);
    refuseLargeLayer(place, { digest, size });
    const content = await buffer(client.blob(place, { digest, size }));
    yield { digest, content };
  }
}

/** Throws `TOO_LARGE` for a layer of more than 128 MiB. */
export function refuseLargeLayer(place: ImageReference, { digest, size }: Pick<Blob, 'digest' | 'size'>): void {
  if (size > MAX_LAYER_BYTES) {
    const subject = { registry: place.registry, image: canonicalName(place) };
    throw new RegistryError('TOO_LARGE', subject, `its layer ${digest} has more than ${MAX_LAYER_BYTES} bytes`);
  }
}

/**
 * Pushes the image, whose new layers have these contents. Returns the digest of its manifest. Rejects with `RegistryError`, also above
 * 128 MiB, because `readLayers` refuses such a layer.
 */
export async function pushSignatureImage(
  client: Pick<SignatureRegistry, 'pushBlob' | 'pushManifest'>,
  place: ImageReference,
  layers: readonly Blob[],
  image: SignatureImage,
): Promise<string> {
  for (const layer of layers) refuseLargeLayer(place, layer);
  const { config, manifest } = signatureBlobs(image);
  for (const blob of [...layers, config]) await client.pushBlob(place, blob, blob.content);
  return client.pushManifest(place, { mediaType: manifest.mediaType, bytes: manifest.content });
}

/** Returns the blobs to push: the configuration, and the manifest that references it. */
function signatureBlobs(image: SignatureImage): { readonly config: Blob; readonly manifest: Blob } {
  const { config: before } = asManifest(image.manifest);
  const config = jsonBlob(before.mediaType ?? MEDIA_TYPES.oci.config, image.config);
  const { mediaType, size, digest } = config;
  const manifest = jsonBlob(image.mediaType, { ...image.manifest, config: { ...before.raw, mediaType, size, digest } });
  return { config, manifest };
}
