import type { RegistryClient } from '../../src/clients/registry/client/registry-client.ts';
import type { Release } from './assemble-release.mjs';

export function signImages(
  client: RegistryClient,
  release: Release,
  key: { readonly key: string; readonly password?: string },
): Promise<void>;
