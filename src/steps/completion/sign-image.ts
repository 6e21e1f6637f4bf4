import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CompletionInputs } from '../../model/build-inputs.ts';
import { parseImageReference, type ImageReference } from '../../model/image-reference.ts';
import type { ImageFamily } from '../../registry/media-types.ts';
import type { RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import type { SignedImage } from '../../signing/payload.ts';
import { attachedTag, type Attached } from '../../signing/signature-image.ts';
import { addAttestations } from '../../signing/attestations.ts';
import { attachSbom } from '../../signing/sbom-attachment.ts';
import { addSignature, type SignaturePlace } from '../../signing/signature.ts';
import type { SignedClaims } from '../../signing/sign-and-attest.ts';
import { readEncryptedKey, type SigningKey } from '../../signing/signing-key.ts';
import { registryFailure } from '../registry-failure.ts';
import { CompletionError } from '../step-error.ts';

/** A mounted Secret with a signing key. */
type Signing = CompletionInputs['signing'][number];

/** The failure codes for reading and writing a signature. */
const SIGNATURE = { denied: 'SignatureDenied', notFound: 'SignatureRefused', unusable: 'SignatureRefused' } as const;

/** cosign reads COSIGN_DOCKER_MEDIA_TYPES with Go's strconv.ParseBool. */
const TRUE: readonly string[] = ['1', 't', 'T', 'true', 'TRUE', 'True'];

/**
 * Signs an image with the key of a Secret, attests to it, and attaches its SBOM. Keeps the signatures and attestations of other keys.
 * Returns the tag of the signatures. If the key has already signed the same payload, it does not sign again. Rejects with `CompletionError`.
 */
export async function signImage(
  client: RegistryClient,
  image: SignedImage,
  signing: Signing,
  { annotations, attestations, sbom }: SignedClaims,
): Promise<ImageReference> {
  const key = await readSigningKey(signing.path);
  const place = placeOf(image, signing);
  try {
    await addSignature(client, image, place('sig'), key, annotations);
    if (attestations.length > 0) await addAttestations(client, image, place('att'), key, attestations);
    if (sbom !== undefined) await attachSbom(client, place('sbom'), sbom);
    return place('sig').tag;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    throw new CompletionError(
      registryFailure(error.code, SIGNATURE),
      `the image was built, but its signature cannot be stored: ${error.message}`,
      error,
    );
  }
}

/** Reads the signing key of a mounted Secret. As in kpack, a missing `cosign.password` means an empty password. Rejects with `SigningKeyInvalid`. */
export async function readSigningKey(directory: string): Promise<SigningKey> {
  const file = path.join(directory, 'cosign.key');
  const pem = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CompletionError('SigningKeyInvalid', `cannot read the signing key ${file}`, cause);
  });
  const password = await readFile(path.join(directory, 'cosign.password')).catch(() => Buffer.alloc(0));
  const read = readEncryptedKey(pem, password);
  if (read.kind === 'refused') throw new CompletionError('SigningKeyInvalid', `the signing key ${file} ${read.reason}`);
  return read.key;
}

/** Returns cosign's tags for the digest, in the image's repository or in the repository that the Secret names. */
function placeOf(image: SignedImage, signing: Signing): (kind: Attached) => SignaturePlace {
  const { path: directory, repository } = signing;
  const family = familyOf(signing);
  if (repository === undefined) return (kind) => ({ tag: attachedTag(image, kind), family });
  const other = parseImageReference(repository);
  if (other !== undefined && other.tag === undefined && other.digest === undefined)
    return (kind) => ({ tag: attachedTag(image, kind, other), family });
  const message = `the annotation kpack.io/cosign.repository of the Secret at ${directory} must be a repository without tag and digest, not ${repository}`;
  throw new CompletionError('SignatureRefused', message);
}

function familyOf({ dockerMediaTypes = '' }: Signing): ImageFamily {
  return TRUE.includes(dockerMediaTypes) ? 'docker' : 'oci';
}
