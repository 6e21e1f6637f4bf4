import { errorClass, type RegistryErrorClass } from '../../clients/registry/client/error-class.ts';
import { sourcesOf, type Mirrors } from '../../clients/registry/client/mirrors.ts';
import type { Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import type { AccountLogins } from './account-logins.ts';

/** Reads the configurations of images. */
export type ImageReader = Pick<RegistryClient, 'config'>;

interface Login {
  readonly keychain: Keychain;
  readonly client: ImageReader;
  readonly account: string;
}

/**
 * Returns a reader that tries the logins of the accounts in their order, then the fallback. If the registry refuses all
 * of them, rejects with the first refusal.
 */
export function imageReader(
  accounts: readonly AccountLogins[],
  makeClient: (keychain: Keychain) => ImageReader,
  fallback: ImageReader,
  mirrors: Mirrors = {},
): ImageReader {
  const logins = accounts.map((account) => ({ ...account, client: makeClient(account.keychain) }));
  // A login for an unreachable registry may be useless for its mirror, for which the next one may be right.
  const passing = Object.keys(mirrors).length > 0 ? [...REFUSALS, 'no-response' as const] : REFUSALS;
  return {
    config: async (reference, platform) => {
      const refusals: RegistryError[] = [];
      const tried = new Set<string>();
      for (const login of logins) {
        try {
          const credential = await credentialOf(login, sourcesOf(reference, mirrors));
          if (credential === undefined || tried.has(credential)) continue;
          tried.add(credential);
          return await login.client.config(reference, platform);
        } catch (error) {
          refusals.push(asRefusal(error, login, passing));
        }
      }
      return fallback.config(reference, platform).catch((error: unknown) => {
        throw isOfClass(error, REFUSALS) ? (refusals[0] ?? error) : error;
      });
    },
  };
}

/** Returns a text that is equal for equal credentials, or `undefined` if the account has none for any of the repositories. */
async function credentialOf(
  { keychain }: Login,
  repositories: ReturnType<typeof sourcesOf>,
): Promise<string | undefined> {
  const credentials = await Promise.all(repositories.map(keychain));
  return credentials.every((credential) => credential === undefined) ? undefined : JSON.stringify(credentials);
}

/**
 * Returns an error after which another login may succeed, with the account in its message unless the error is about the credentials
 * themselves. Throws any other error.
 */
function asRefusal(error: unknown, { account }: Login, passing: readonly RegistryErrorClass[]): RegistryError {
  if (!isOfClass(error, passing)) throw error;
  if (errorClass(error.code) === 'credentials') return error;
  return error.about({
    registry: error.registry,
    image: `${error.image} with the Secrets of ServiceAccount ${account}`,
  });
}

/** A registry may hide a repository from one login and show it to another. */
const REFUSALS: readonly RegistryErrorClass[] = ['credentials', 'denied', 'not-found', 'rejected'];

function isOfClass(error: unknown, classes: readonly RegistryErrorClass[]): error is RegistryError {
  return error instanceof RegistryError && classes.includes(errorClass(error.code));
}
