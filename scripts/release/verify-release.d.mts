import type { RegistryClient } from '../../src/registry/client/registry-client.ts';

/** A claim of a release. `reason` is absent if the claim holds. */
export interface Claim {
  readonly claim: string;
  readonly reason?: string;
}

/** The clone that a release is made from. */
export interface Clone {
  readonly commit: string;
  readonly repository: string;
  readonly node: string;
}

export function verifyRelease(released: {
  readonly version: string;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly irregular?: readonly string[];
  readonly kind?: 'release' | 'draft';
  readonly clone: Clone;
  readonly cloneFaults?: readonly string[];
  readonly publicKey?: string;
  readonly registry?: { readonly client: RegistryClient; readonly name: string };
}): Promise<readonly Claim[]>;
