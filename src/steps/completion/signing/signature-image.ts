import { isJsonList, type Json, type JsonObject } from '../../../model/json.ts';
import { objectAt, objectsAt, textAt } from '../../../model/json-field.ts';
import { jsonBlob, type Blob } from '../../../registry/image.ts';
import { MEDIA_TYPES, type ImageFamily } from '../../../registry/media-types.ts';

/** The manifest and configuration of an image whose layers are signatures (cosign, specs/SIGNATURE_SPEC.md). */
export interface SignatureImage {
  readonly mediaType: string;
  readonly manifest: JsonObject;
  readonly config: JsonObject;
}

interface Signature {
  readonly payload: Blob;
  readonly base64: string;
}

const SIGNATURE_ANNOTATION = 'dev.cosignproject.cosign/signature';
export const PAYLOAD_TYPE = 'application/vnd.dev.cosign.simplesigning.v1+json';

/** Go's zero time. */
const ZERO_TIME = '0001-01-01T00:00:00Z';

/** Returns an image without signatures, with the same fields as go-containerregistry's empty image. */
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

/** Returns the image with one more signature. All other fields stay the same, including media types. */
export function withSignature(
  { mediaType, manifest, config }: SignatureImage,
  { payload, base64 }: Signature,
): SignatureImage {
  const { digest, size } = payload;
  const layer = { mediaType: PAYLOAD_TYPE, size, digest, annotations: { [SIGNATURE_ANNOTATION]: base64 } };
  const rootfs = objectAt(config, 'rootfs');
  return {
    mediaType,
    manifest: { ...manifest, layers: [...listAt(manifest, 'layers'), layer] },
    config: {
      ...config,
      history: [...listAt(config, 'history'), { created: ZERO_TIME }],
      rootfs: { ...rootfs, diff_ids: [...listAt(rootfs, 'diff_ids'), digest] },
    },
  };
}

/** Returns the blobs to push: the configuration, and the manifest that references it. */
export function signatureBlobs(image: SignatureImage): { readonly config: Blob; readonly manifest: Blob } {
  const before = objectAt(image.manifest, 'config');
  const config = jsonBlob(textAt(before, 'mediaType') ?? MEDIA_TYPES.oci.config, image.config);
  const { mediaType, size, digest } = config;
  const manifest = jsonBlob(image.mediaType, { ...image.manifest, config: { ...before, mediaType, size, digest } });
  return { config, manifest };
}

/** Returns the signatures of a payload in base64. */
export function signaturesOf({ manifest }: SignatureImage, payload: Blob): readonly string[] {
  return objectsAt(manifest, 'layers').flatMap((layer) => {
    if (layer['mediaType'] !== PAYLOAD_TYPE || layer['digest'] !== payload.digest) return [];
    const base64 = textAt(objectAt(layer, 'annotations'), SIGNATURE_ANNOTATION);
    return base64 === undefined ? [] : [base64];
  });
}

function listAt(object: JsonObject, key: string): readonly Json[] {
  const value = object[key];
  return value !== undefined && isJsonList(value) ? value : [];
}
