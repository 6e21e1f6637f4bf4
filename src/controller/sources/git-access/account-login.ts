import { credentialsFor } from '../../../clients/git/references/credentials-for.ts';
import { asGitError, GitError } from '../../../clients/git/references/git-error.ts';
import { makeRedaction } from '../../../clients/http/redaction.ts';
import type { KubeClient } from '../../../clients/kube/client/kube-client.ts';
import { secretText, type Secret } from '../../../core/model/objects/secret.ts';
import { accountKey, accountReader, isTooLarge, type AccountSecrets } from '../../registry-access/account.ts';
import { expiringCache } from '../../registry-access/expiring-cache.ts';
import { gitServer } from '../../../core/resolver/git-server.ts';
import { parseGitAddress } from '../../../clients/git/address.ts';
import { credentialsOfSecrets, type GitSecret } from '../../../clients/git/credentials.ts';
import type { RevisionAnswer, WantedRevision } from './watched-repository.ts';
import type { Login } from './login.ts';

export interface LoginReaderOptions {
  readonly client: Pick<KubeClient, 'get'>;
  readonly clock: { readonly now: () => number };
  /** Returns the network of a namespace; `undefined` for the default network. Without this function, all namespaces have the default one. */
  readonly networkOf?: (namespace: string) => string | undefined;
}

type LoginReading = { readonly kind: 'login'; readonly login: Login } | Extract<RevisionAnswer, { kind: 'failed' }>;

/** Reconciles of many objects at the same time read an account once, as for registries. */
const CREDENTIALS_LIFETIME_MS = 10_000;

/** Returns a reader of the credentials that an account has for a URL. It rejects with `KubeError`. */
export function loginReader({
  client,
  clock,
  networkOf,
}: LoginReaderOptions): (wanted: Pick<WantedRevision, 'url' | 'account'>) => Promise<LoginReading> {
  const accounts = expiringCache<readonly GitSecret[]>(CREDENTIALS_LIFETIME_MS, clock.now, isTooLarge);
  const readAccount = accountReader(client);
  return async ({ url, account }) => {
    try {
      const address = parseGitAddress(url);
      const secrets = await accounts(accountKey(account), async () => gitSecrets(await readAccount(account)));
      const redaction = makeRedaction();
      const credentials = credentialsFor(address, await credentialsOfSecrets(secrets, address, redaction));
      const { namespace } = account;
      const network = networkOf?.(namespace);
      const { redact } = redaction;
      return {
        kind: 'login',
        login: { namespace, address, credentials, redact, ...(network !== undefined && { network }) },
      };
    } catch (error) {
      if (isTooLarge(error)) return { kind: 'failed', reason: 'CredentialsInvalid', message: error.message };
      const failure = asGitError(error);
      if (!(failure instanceof GitError)) throw error;
      return { kind: 'failed', reason: failure.reason, message: failure.message };
    }
  };
}

/** Returns the git credentials among the Secrets that a ServiceAccount lists in `secrets`, as prepare gets them. */
function gitSecrets({ own }: AccountSecrets): readonly GitSecret[] {
  return own.flatMap((secret) => gitSecret(secret) ?? []);
}

function gitSecret(secret: Secret): GitSecret | undefined {
  const { name = '', annotations } = secret.metadata;
  const server = gitServer(secret.type, annotations.all());
  return server && { ...server, name, read: async (key) => secretText(secret, key) };
}
