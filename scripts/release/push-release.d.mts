import type { RegistryClient } from '../../src/clients/registry/client/registry-client.ts';
import type { Release } from './assemble-release.mjs';

export function pushRelease(client: RegistryClient, release: Release): Promise<readonly string[]>;
