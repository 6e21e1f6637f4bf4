import { registryClient, type RegistryClient } from '../../../registry/client/registry-client.ts';
import { keychainOf, type RegistryCredentials } from '../credentials/registry-credentials.ts';
import type { World } from '../world.ts';

/** A client that has these credentials. */
export function registryClientOf({ network, signal }: World, credentials: RegistryCredentials): RegistryClient {
  return registryClient({ collaborators: network, keychain: keychainOf(credentials), signal });
}
