import { isJsonList, type Json, type JsonObject } from '../../../model/json.ts';
import { objectAt, objectsAt, textAt } from '../../../model/json-field.ts';
import { jsonBlob, type Blob } from '../../../registry/image.ts';
import { MEDIA_TYPES, type ImageFamily } from '../../../registry/media-types.ts';

/** The documents of the image whose layers are the signatures of another (cosign, specs/SIGNATURE_SPEC.md). */
export interface SignatureImage {
  readonly mediaType: string;
  readonly manifest: JsonObject;
  readonly config: JsonObject;
}

/** A signature and the text that it is of. */
export interface Signature {
  /** The digest and size are of the payload. */
  readonly payload: Blob;
  readonly base64: string;
}

const SIGNATURE_ANNOTATION = 'dev.cosignproject.cosign/signature';
export const PAYLOAD_TYPE = 'application/vnd.dev.cosign.simplesigning.v1+json';

/** Go's time that is none. */
const NO_TIME = '0001-01-01T00:00:00Z';

/** One that holds no signature yet; field for field as go-containerregistry begins an image. */
export function emptySignatureImage(family: ImageFamily): SignatureImage {
  const types = MEDIA_TYPES[family];
  return {
    mediaType: types.manifest,
    manifest: { schemaVersion: 2, mediaType: types.manifest, config: { mediaType: types.config }, layers: [] },
    config: {
      architecture: '',
      created: NO_TIME,
      history: [],
      os: '',
      rootfs: { type: 'layers', diff_ids: [] },
      config: {},
    },
  };
}

/** The image with one more signature. What else it holds stays, the types of what is there included. */
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
      history: [...listAt(config, 'history'), { created: NO_TIME }],
      rootfs: { ...rootfs, diff_ids: [...listAt(rootfs, 'diff_ids'), digest] },
    },
  };
}

/** The image as a registry takes it: its configuration, and the manifest that names it. */
export function signatureBlobs(image: SignatureImage): { readonly config: Blob; readonly manifest: Blob } {
  const before = objectAt(image.manifest, 'config');
  const config = jsonBlob(textAt(before, 'mediaType') ?? MEDIA_TYPES.oci.config, image.config);
  const { mediaType, size, digest } = config;
  const manifest = jsonBlob(image.mediaType, { ...image.manifest, config: { ...before, mediaType, size, digest } });
  return { config, manifest };
}

/** The signatures that an image holds already of a payload. */
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
