import { createHash } from 'node:crypto';
import type { GitAddress } from '../steps/prepare/git/address.ts';
import type { GitCredential } from '../steps/prepare/git/credentials.ts';

/** A repository, and the credentials for its server. */
export interface Login {
  readonly address: GitAddress;
  readonly credentials: readonly GitCredential[];
}

/**
 * Returns a key that is equal for the same repository with the same credentials, whichever ServiceAccounts list them. The key
 * is a hash, because a key can be logged.
 */
export function loginKey({ address, credentials }: Login): string {
  return createHash('sha256')
    .update(JSON.stringify([address.url, credentials]))
    .digest('hex');
}
