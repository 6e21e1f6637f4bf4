import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CompletionInputs } from '../../core/model/build-inputs.ts';
import type { ImageReference } from '../../core/model/image-reference.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import type { SignedImage } from '../../clients/signing/payload.ts';
import type { Attached } from '../../clients/signing/signature-image.ts';
import { addAttestations } from '../../clients/signing/attestations.ts';
import { addBundles, type StoredBundles } from '../../clients/signing/bundle-referrers.ts';
import { attachSbom } from '../../clients/signing/sbom-attachment.ts';
import { signaturePlaces, type SignaturePlace } from '../../clients/signing/signature-place.ts';
import { addSignature } from '../../clients/signing/signature.ts';
import type { SignedClaims } from '../../clients/signing/sign-and-attest.ts';
import { secretPassword } from '../../clients/signing/key-password.ts';
import { readEncryptedKey, type SigningKey } from '../../clients/signing/signing-key.ts';
import { registryFailure } from '../registry-failure.ts';
import { CompletionError } from '../../core/model/step-failures/step-error.ts';

/** A mounted Secret with a signing key. */
type Signing = CompletionInputs['signing'][number];

/** The failure codes for reading and writing a signature. */
const SIGNATURE = { denied: 'SignatureDenied', notFound: 'SignatureRefused', unusable: 'SignatureRefused' } as const;

/** The key of a Secret, and the places of what it signs. */
interface Signer {
  readonly key: SigningKey;
  readonly place: (kind: Attached) => SignaturePlace;
}

/** Reads the key of a Secret. Rejects with `CompletionError`. */
export async function readSigner(image: SignedImage, signing: Signing): Promise<Signer> {
  return { key: await readSigningKey(signing.path), place: placesOf(image, signing) };
}

/**
 * Signs an image, attests to it, and attaches its SBOM, at the tags of cosign 2. Keeps the signatures and attestations of other keys.
 * Returns the tag of the signatures. If the key has already signed the same payload, it does not sign again. Rejects with `CompletionError`.
 */
export async function signAtTags(
  client: RegistryClient,
  image: SignedImage,
  { key, place }: Signer,
  { annotations, attestations, sbom }: SignedClaims,
): Promise<ImageReference> {
  return storing('its signature cannot be stored', async () => {
    await addSignature(client, image, place('sig'), key, annotations);
    if (attestations.length > 0) await addAttestations(client, image, place('att'), key, attestations);
    if (sbom !== undefined) await attachSbom(client, place('sbom'), sbom);
    return place('sig').tag;
  });
}

/** Signs an image that has no signature at the tags with Sigstore bundles, and attests to it. Rejects with `CompletionError`. */
export async function signWithBundles(
  client: RegistryClient,
  image: SignedImage,
  { key, place }: Signer,
  claims: SignedClaims,
): Promise<StoredBundles> {
  return storing('its Sigstore bundles cannot be stored (SIGNATURE_FORMAT=tags writes none)', async () => ({
    kind: 'stored',
    digest: await addBundles(client, image, place('sig').tag, key, claims),
  }));
}

async function storing<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const message = `the image was built, but ${failure}: ${error.message}`;
    throw new CompletionError(registryFailure(error.code, SIGNATURE), message, error);
  }
}

/** Reads the signing key of a mounted Secret. As in kpack, a missing `cosign.password` means an empty password. Rejects with `SigningKeyInvalid`. */
export async function readSigningKey(directory: string): Promise<SigningKey> {
  const file = path.join(directory, 'cosign.key');
  const pem = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CompletionError('SigningKeyInvalid', `cannot read the signing key ${file}`, cause);
  });
  const password = await readFile(path.join(directory, 'cosign.password')).catch(() => Buffer.alloc(0));
  const read = await readEncryptedKey(pem, secretPassword(password));
  if (read.kind === 'refused') throw new CompletionError('SigningKeyInvalid', `the signing key ${file} ${read.reason}`);
  return read.key;
}

/** Returns cosign's tags for the digest, in the image's repository or in the repository that the Secret names. */
function placesOf(image: SignedImage, signing: Signing): (kind: Attached) => SignaturePlace {
  const places = signaturePlaces(image, signing);
  if (places !== undefined) return places;
  const { path: directory, repository } = signing;
  const message = `the annotation kpack.io/cosign.repository of the Secret at ${directory} must be a repository without tag and digest, not ${repository}`;
  throw new CompletionError('SignatureRefused', message);
}
