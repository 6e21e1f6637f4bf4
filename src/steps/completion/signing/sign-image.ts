import type { CompletionInputs } from '../../../model/build-inputs.ts';
import { parseImageReference, type ImageReference } from '../../../model/image-reference.ts';
import type { NameValue } from '../../../model/resolved-build.ts';
import { digestOf } from '../../../registry/digest.ts';
import type { Blob } from '../../../registry/image.ts';
import type { ImageFamily } from '../../../registry/media-types.ts';
import type { Repository } from '../../../registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../../registry/client/registry-client.ts';
import { RegistryError } from '../../../registry/client/registry-error.ts';
import { registryFailure } from '../../registry-failure.ts';
import { CompletionError } from '../../step-error.ts';
import { signaturePayload, type SignedImage } from './payload.ts';
import {
  emptySignatureImage,
  PAYLOAD_TYPE,
  signatureBlobs,
  signaturesOf,
  withSignature,
  type SignatureImage,
} from './signature-image.ts';
import { readSigningKey } from './signing-key.ts';

/** A mounted Secret with a signing key. */
type Signing = CompletionInputs['signing'][number];

/** The failure codes for reading and writing a signature. */
const SIGNATURE = { denied: 'SignatureDenied', notFound: 'SignatureRefused', unusable: 'SignatureRefused' } as const;

/** cosign reads COSIGN_DOCKER_MEDIA_TYPES with Go's strconv.ParseBool. */
const TRUE: readonly string[] = ['1', 't', 'T', 'true', 'TRUE', 'True'];

/**
 * Signs an image with the key of a Secret and keeps its other signatures. Returns the tag of the signatures. If the key has
 * already signed the same payload, nothing is pushed. Rejects with `CompletionError`.
 */
export async function signImage(
  client: RegistryClient,
  image: SignedImage,
  signing: Signing,
  annotations: readonly NameValue[],
): Promise<ImageReference> {
  const key = await readSigningKey(signing.path);
  const target = signatureReference(image, signing);
  const payload = payloadBlob(image, annotations);
  try {
    const before = (await existing(client, target)) ?? emptySignatureImage(familyOf(signing));
    if (signaturesOf(before, payload).some((base64) => key.verify(payload.content, base64))) return target;
    await push(client, target, payload, withSignature(before, { payload, base64: key.sign(payload.content) }));
    return target;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new CompletionError(
      registryFailure(error.code, SIGNATURE),
      `the image was built, but its signature cannot be stored: ${error.message}`,
      error,
    );
  }
}

/** Returns cosign's tag for the digest, in the image's repository or in the repository that the Secret names. */
function signatureReference({ registry, repository, digest }: SignedImage, signing: Signing): ImageReference {
  const tag = `${digest.replace(':', '-')}.sig`;
  if (signing.repository === undefined) return { registry, repository, tag };
  const other = parseImageReference(signing.repository);
  if (other === undefined || other.tag !== undefined || other.digest !== undefined) {
    const message = `the annotation kpack.io/cosign.repository of the Secret at ${signing.path} must be a repository without tag and digest, not ${signing.repository}`;
    throw new CompletionError('SignatureRefused', message);
  }
  return { ...other, tag };
}

function familyOf({ dockerMediaTypes = '' }: Signing): ImageFamily {
  return TRUE.includes(dockerMediaTypes) ? 'docker' : 'oci';
}

function payloadBlob(image: SignedImage, annotations: readonly NameValue[]): Blob {
  const content = signaturePayload(image, annotations);
  return { mediaType: PAYLOAD_TYPE, digest: digestOf(content), size: content.length, content };
}

async function existing(client: RegistryClient, place: ImageReference): Promise<SignatureImage | undefined> {
  try {
    // No platform matches, so an index at this tag is refused.
    const { manifest, json } = await client.config(place, { os: '', architecture: '' });
    return { mediaType: manifest.mediaType, manifest: manifest.json, config: json };
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

async function push(
  client: RegistryClient,
  place: ImageReference,
  payload: Blob,
  image: SignatureImage,
): Promise<void> {
  const { config, manifest } = signatureBlobs(image);
  const repository: Repository = place;
  for (const blob of [payload, config]) await client.pushBlob(repository, blob, blob.content);
  await client.pushManifest(place, { mediaType: manifest.mediaType, bytes: manifest.content });
}
