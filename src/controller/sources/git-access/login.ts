import type { Redaction } from '../../../clients/http/redaction.ts';
import { hashOf } from '../polling/tenant-topic.ts';
import type { GitAddress } from '../../../clients/git/address.ts';
import type { GitCredential } from '../../../clients/git/credentials.ts';

/** A repository, the credentials for its server, and the way to it, for the objects of a namespace. */
export interface Login {
  readonly namespace: string;
  readonly address: GitAddress;
  readonly credentials: readonly GitCredential[];
  /** The network of the connections to the server (`GitQuery.network`). */
  readonly network?: string;
  /** Masks these credentials only: with those of other namespaces, a message would show who guesses them. */
  readonly redact: Redaction['redact'];
}

/**
 * Returns a key that is equal for the same repository with the same credentials and network, whichever ServiceAccounts of the namespace
 * list them. Namespaces share no query, because each can choose names and sub paths that make the query fail.
 */
export function loginKey({ namespace, address, credentials, network }: Login): string {
  return hashOf([namespace, address.url, credentials, ...(network === undefined ? [] : [network])]);
}
