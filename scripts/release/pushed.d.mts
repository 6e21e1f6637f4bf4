import type { RegistryClient } from '../../src/registry/client/registry-client.ts';
import type { Release } from './assembled.mjs';

export function pushed(client: RegistryClient, release: Release): Promise<readonly string[]>;
