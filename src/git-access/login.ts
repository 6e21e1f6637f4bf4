import { createHash } from 'node:crypto';
import type { GitAddress } from '../steps/prepare/git/address.ts';
import type { GitCredential } from '../steps/prepare/git/credentials.ts';

/** A repository, the credentials for its server, and the way to it. */
export interface Login {
  readonly address: GitAddress;
  readonly credentials: readonly GitCredential[];
  /** The network of the connections to the server (`GitQuery.network`). */
  readonly network?: string;
}

/**
 * Returns a key that is equal for the same repository with the same credentials and network, whichever ServiceAccounts list them. The key
 * is a hash, because a key can be logged.
 */
export function loginKey({ address, credentials, network }: Login): string {
  return createHash('sha256')
    .update(JSON.stringify([address.url, credentials, ...(network === undefined ? [] : [network])]))
    .digest('hex');
}
