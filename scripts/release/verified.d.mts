import type { RegistryClient } from '../../src/registry/client/registry-client.ts';

/** A claim of a release. `reason` is absent if the claim holds. */
export interface Claim {
  readonly claim: string;
  readonly reason?: string;
}

export function verified(
  version: string,
  files: ReadonlyMap<string, Buffer>,
  registry?: { readonly client: RegistryClient; readonly name: string; readonly publicKey?: string },
): Promise<readonly Claim[]>;
