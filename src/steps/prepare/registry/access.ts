import { type ImageReference, parseImageReference } from '../../../core/model/image-reference.ts';
import type { Keychain } from '../../../clients/registry/client/credentials/keychain.ts';
import { registryClient, type RegistryClient } from '../../../clients/registry/client/registry-client.ts';
import { POD_POLICY } from '../../network-settings.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { PrepareDependencies } from '../dependencies.ts';
import { keychainOf, type RegistryCredentials } from './credentials.ts';

/** Returns a registry client with these credentials. */
export function registryClientOf(dependencies: PrepareDependencies, credentials: RegistryCredentials): RegistryClient {
  return clientOf(dependencies, keychainOf(credentials));
}

export function clientOf({ network, signal }: PrepareDependencies, keychain: Keychain): RegistryClient {
  return registryClient({ network, keychain, addresses: POD_POLICY, signal });
}

/** Parses an image reference of the inputs. Throws `InputsUnusable`. */
export function readReference(text: string): ImageReference {
  const reference = parseImageReference(text);
  if (reference === undefined)
    throw new PrepareError('InputsUnusable', `${JSON.stringify(text)} is not a valid image reference`);
  return reference;
}
