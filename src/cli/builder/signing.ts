import { readFile } from 'node:fs/promises';
import { isRepositoryName, parseImageReference } from '../../core/model/image-reference.ts';
import type { SignatureFormat } from '../../core/model/signature-format.ts';
import { variablePassword } from '../../clients/signing/key-password.ts';
import type { SignatureRegistry } from '../../clients/signing/signature-image.ts';
import { addBundles, addBundlesBesideTags, type BundleRegistry } from '../../clients/signing/bundle-referrers.ts';
import { signaturePlaces, type SignatureSettings } from '../../clients/signing/signature-place.ts';
import { addSignature } from '../../clients/signing/signature.ts';
import { readEncryptedKey, type SigningKey } from '../../clients/signing/signing-key.ts';
import { failure, systemFailure } from '../problems.ts';
import type { Terminal } from '../terminal.ts';

/** A key to sign builders with, where the signatures go, and their form. */
export interface BuilderSigning extends SignatureSettings {
  readonly key: SigningKey;
  readonly format: SignatureFormat;
}

/**
 * Reads a private key of cosign. As for cosign, the variable COSIGN_PASSWORD decrypts it, and COSIGN_REPOSITORY and
 * COSIGN_DOCKER_MEDIA_TYPES select the place. Rejects with `CommandFailure`.
 */
export async function readBuilderSigning(
  file: string,
  format: SignatureFormat,
  { COSIGN_PASSWORD = '', COSIGN_REPOSITORY = '', COSIGN_DOCKER_MEDIA_TYPES = '' }: Terminal['environment'],
): Promise<BuilderSigning> {
  const pem = await readFile(file, 'utf8').catch(systemFailure(file));
  const read = await readEncryptedKey(pem, variablePassword(COSIGN_PASSWORD));
  if (read.kind === 'refused') throw failure(`${file} ${read.reason}`);
  const settings = {
    ...(COSIGN_REPOSITORY !== '' && { repository: COSIGN_REPOSITORY }),
    dockerMediaTypes: COSIGN_DOCKER_MEDIA_TYPES,
  };
  if (COSIGN_REPOSITORY !== '' && !isRepositoryName(COSIGN_REPOSITORY))
    throw failure(`COSIGN_REPOSITORY must be a repository without tag and digest, not ${COSIGN_REPOSITORY}`);
  return { key: read.key, format, ...settings };
}

/**
 * Adds signatures to a published builder in the forms of the format, and keeps other signatures. `image` has a digest. Returns the
 * registry's message if the builder is signed at the tag, but the registry does not store the bundle. Rejects with `RegistryError`.
 */
export async function signPublished(
  client: SignatureRegistry & BundleRegistry,
  image: string,
  { key, format, ...settings }: BuilderSigning,
): Promise<string | undefined> {
  const { registry, repository, digest } = parseImageReference(image) ?? {};
  if (registry === undefined || repository === undefined || digest === undefined)
    throw new Error(`a published builder has an invalid image reference: ${image}`);
  const signed = { registry, repository, digest };
  const place = signaturePlaces(signed, settings)?.('sig');
  if (place === undefined) throw new Error(`the repository of signatures is invalid: ${settings.repository}`);
  if (format !== 'bundles') await addSignature(client, signed, place, key, []);
  if (format === 'bundles') await addBundles(client, signed, place.tag, key, NO_CLAIMS);
  if (format !== 'both') return undefined;
  const bundles = await addBundlesBesideTags(client, signed, place.tag, key, NO_CLAIMS);
  return bundles.kind === 'refused' ? bundles.message : undefined;
}

const NO_CLAIMS = { annotations: [], attestations: [] };
