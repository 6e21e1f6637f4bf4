import type { CompletionInputs } from '../../../model/build-inputs.ts';
import { parseImageReference, type ImageReference } from '../../../model/image-reference.ts';
import type { NamedText } from '../../../model/resolved-build.ts';
import { digestOf } from '../../../registry/digest.ts';
import type { Blob } from '../../../registry/image.ts';
import type { ImageFamily } from '../../../registry/media-types.ts';
import type { Repository } from '../../../registry/client/keychain.ts';
import type { RegistryClient } from '../../../registry/client/registry-client.ts';
import { RegistryError } from '../../../registry/client/registry-error.ts';
import { registryFailure } from '../../registry-failure.ts';
import { CompletionError } from '../completion-error.ts';
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

/** A Secret that signs. */
type Signing = CompletionInputs['signing'][number];

/** What it means that a registry does not give or take a signature. */
const SIGNATURE = { denied: 'SignatureDenied', notFound: 'SignatureRefused', unusable: 'SignatureRefused' } as const;

/** What Go's strconv.ParseBool takes for true, which is how cosign reads COSIGN_DOCKER_MEDIA_TYPES. */
const TRUE: readonly string[] = ['1', 't', 'T', 'true', 'TRUE', 'True'];

/**
 * Signs an image by the key of a Secret, beside the signatures that it has, and answers with the tag that holds them.
 * A signature of the same payload by the same key is not made twice. Rejects with `CompletionError`.
 */
export async function signImage(
  client: RegistryClient,
  image: SignedImage,
  signing: Signing,
  annotations: readonly NamedText[],
): Promise<ImageReference> {
  const key = await readSigningKey(signing.path);
  const place = signaturePlace(image, signing);
  const payload = payloadBlob(image, annotations);
  try {
    const before = (await existing(client, place)) ?? emptySignatureImage(familyOf(signing));
    if (signaturesOf(before, payload).some((base64) => key.isOwn(payload.content, base64))) return place;
    await push(client, place, payload, withSignature(before, { payload, base64: key.sign(payload.content) }));
    return place;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new CompletionError(
      registryFailure(error.code, SIGNATURE),
      `the signature cannot be stored: ${error.message}`,
      error,
    );
  }
}

/** Where cosign looks: a tag made of the digest, in the image's repository or the one that the Secret names. */
function signaturePlace({ registry, repository, digest }: SignedImage, signing: Signing): ImageReference {
  const tag = `${digest.replace(':', '-')}.sig`;
  if (signing.repository === undefined) return { registry, repository, tag };
  const other = parseImageReference(signing.repository);
  if (other === undefined || other.tag !== undefined || other.digest !== undefined) {
    const sentence = `the annotation kpack.io/cosign.repository of the Secret at ${signing.path} is no repository: ${signing.repository}`;
    throw new CompletionError('SignatureRefused', sentence);
  }
  return { ...other, tag };
}

function familyOf({ dockerMediaTypes = '' }: Signing): ImageFamily {
  return TRUE.includes(dockerMediaTypes) ? 'docker' : 'oci';
}

function payloadBlob(image: SignedImage, annotations: readonly NamedText[]): Blob {
  const content = signaturePayload(image, annotations);
  return { mediaType: PAYLOAD_TYPE, digest: digestOf(content), size: content.length, content };
}

async function existing(client: RegistryClient, place: ImageReference): Promise<SignatureImage | undefined> {
  try {
    // It is no image that runs anywhere: an index in its place is refused whatever the platform.
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
