import { type ImageReference, parseImageReference, repositoryName } from '../../../model/image-reference.ts';
import { registryClient, type RegistryClient } from '../../../registry/client/registry-client.ts';
import { POD_POLICY } from '../../network-settings.ts';
import { pushFailure, runImageFailure } from '../../registry-failure.ts';
import { PrepareError } from '../../step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { keychainOf, type RegistryCredentials } from './credentials.ts';

/** Checks once for each repository that the account can push. Rejects with `PrepareError`. */
export async function checkWriteAccess(
  dependencies: PrepareDependencies,
  tags: readonly string[],
  credentials: RegistryCredentials,
): Promise<void> {
  const client = registryClientOf(dependencies, credentials);
  const checked = new Set<string>();
  for (const tag of tags) {
    const reference = readReference(tag);
    const name = repositoryName(reference);
    if (checked.has(name)) continue;
    checked.add(name);
    await client.checkPush(reference).catch((error: unknown) => {
      throw pushFailure(error, tag);
    });
  }
}

/** Checks that the account can pull the run image. Rejects with `PrepareError`. */
export async function checkReadAccess(
  dependencies: PrepareDependencies,
  image: string,
  credentials: RegistryCredentials,
): Promise<void> {
  const client = registryClientOf(dependencies, credentials);
  await client.resolve(readReference(image)).catch((error: unknown) => {
    throw runImageFailure(error, image);
  });
}

/** Returns a registry client with these credentials. */
export function registryClientOf(
  { network, signal }: PrepareDependencies,
  credentials: RegistryCredentials,
): RegistryClient {
  return registryClient({ network, keychain: keychainOf(credentials), addresses: POD_POLICY, signal });
}

/** Parses an image reference of the inputs. Throws `InputsUnusable`. */
export function readReference(text: string): ImageReference {
  const reference = parseImageReference(text);
  if (reference === undefined)
    throw new PrepareError('InputsUnusable', `${JSON.stringify(text)} is not a valid image reference`);
  return reference;
}
