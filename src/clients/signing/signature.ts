import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NameValue } from '../../core/model/resolved-build.ts';
import { digestOf } from '../../core/oci/digest.ts';
import type { Blob } from '../../core/oci/image.ts';
import type { SignaturePlace } from './signature-place.ts';
import { signaturePayload, type SignedImage } from './payload.ts';
import {
  asManifest,
  emptySignatureImage,
  pushSignatureImage,
  readSignatureImage,
  SIGNATURE_ANNOTATION,
  withLayer,
  type SignatureImage,
  type SignatureRegistry,
} from './signature-image.ts';
import type { SigningKey } from './signing-key.ts';

/** The media type of a signature's payload. */
const PAYLOAD_TYPE = 'application/vnd.dev.cosign.simplesigning.v1+json';

/**
 * Signs an image at the tag of its signatures, and keeps the other signatures. If the key has already signed the same payload,
 * nothing is pushed. Returns the digest of the manifest at the tag. Rejects with `RegistryError`.
 */
export async function addSignature(
  client: SignatureRegistry,
  image: SignedImage,
  { tag, family }: SignaturePlace,
  key: SigningKey,
  annotations: readonly NameValue[],
): Promise<string> {
  const payload = payloadBlob(image, annotations);
  const stored = await readSignatureImage(client, tag);
  const before = stored ?? emptySignatureImage(family);
  if (stored !== undefined && (await hasSignature(stored, payload, key))) return stored.digest;
  const layer = { blob: payload, annotations: { [SIGNATURE_ANNOTATION]: key.sign(payload.content) } };
  return pushSignatureImage(client, tag, [payload], withLayer(before, layer));
}

function payloadBlob(image: SignedImage, annotations: readonly NameValue[]): Blob {
  const content = signaturePayload(image, annotations);
  return { mediaType: PAYLOAD_TYPE, digest: digestOf(content), size: content.length, content };
}

async function hasSignature(image: SignatureImage, payload: Blob, key: SigningKey): Promise<boolean> {
  for (const base64 of signaturesOf(image, payload)) {
    if (key.verify(payload.content, base64)) return true;
    // A hostile registry can have thousands of wrong signatures. Other work runs in between.
    await nextTurn();
  }
  return false;
}

/** Returns the signatures of a payload in base64. */
function signaturesOf({ manifest }: SignatureImage, payload: Blob): readonly string[] {
  return asManifest(manifest).layers.flatMap(({ mediaType, digest, annotations }) =>
    mediaType === PAYLOAD_TYPE && digest === payload.digest ? (annotations.get(SIGNATURE_ANNOTATION) ?? []) : [],
  );
}
