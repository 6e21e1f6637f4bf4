import type { ImageFacts } from '../../core/api/taskpack/image-facts.ts';
import { InvalidImageError } from '../../core/inspection/invalid-image-error.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { IndexPlatform } from '../../core/model/index-platform.ts';
import { parseImageReference, repositoryName } from '../../core/model/image-reference.ts';
import { multiKeychain, type Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { abortable } from '../../core/runtime/abortable.ts';
import { accountKeychain } from './account-keychain.ts';
import { accountKey, accountReader, isTooLarge, type Account } from './account.ts';
import { expiringCache } from './expiring-cache.ts';
import { imageLookup, type InspectedImage } from './image-lookup.ts';
import { signingKeyReader, signingSecrets, type ReadSigningKey, type SigningSecret } from './signing-secrets.ts';

/** The accounts that read repositories, by the repositories' names, when another account publishes. */
export type RepositoryAccounts = ReadonlyMap<string, Account | undefined>;

/** Access to registries with the credentials of a cluster's ServiceAccounts. The account `undefined` is anonymous. */
export interface RegistryAccess {
  /**
   * Returns the facts of an image, which are read once for each digest and account. Rejects with `RegistryError`,
   * `KubeError`, or `InvalidImageError` for an image that cannot be used. For an index, the facts are about its image for the
   * architecture, or for the platform of the cluster.
   */
  readonly facts: (
    image: string,
    account: Account | undefined,
    signal?: AbortSignal,
    architecture?: string,
  ) => Promise<ImageFacts>;
  /** Returns the labels of an image's configuration. Rejects as `facts` does. */
  readonly labels: (
    image: string,
    account: Account | undefined,
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<string, string>>;
  /** Returns the digest of a tag, as the registry has it now. Rejects as `facts` does. */
  readonly digest: (image: string, account: Account | undefined, signal?: AbortSignal) => Promise<string>;
  /** Returns a client with the credentials of one account, which reads some repositories with those of other accounts. */
  readonly client: (account: Account | undefined, readers?: RepositoryAccounts) => Promise<RegistryClient>;
  /** Returns the account's Secrets with cosign keys. Rejects with `KubeError` or `RegistryError` if they cannot be read. */
  readonly signingSecrets: (account: Account) => Promise<readonly SigningSecret[]>;
  /** Reads a key from the API server. Nothing keeps it. Rejects with `KubeError`. */
  readonly signingKey: ReadSigningKey;
}

export interface RegistryAccessOptions {
  readonly client: Pick<KubeClient, 'get'>;
  /** Returns a client with these credentials, which connects as the namespace of the account does. */
  readonly makeClient: (keychain: Keychain, account: Account | undefined) => RegistryClient | Promise<RegistryClient>;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns the platform whose image is read from an index. Rejects with `KubeError`. */
  readonly indexPlatform: () => Promise<IndexPlatform>;
  /** The size of the cache of images. */
  readonly cacheBytes?: number;
}

interface AccountCredentials {
  readonly keychain: Keychain;
  readonly client: RegistryClient;
  readonly signing: readonly SigningSecret[];
}

/** Long enough to read an account's Secrets once for each reconcile, short enough to pick up a new Secret soon. */
const CREDENTIALS_LIFETIME_MS = 10_000;

const DEFAULT_CACHE_BYTES = 32 * 1024 * 1024;

const ANONYMOUS: Keychain = async () => undefined;

/** Creates access to registries for the accounts of a cluster. */
export function registryAccess(options: RegistryAccessOptions): RegistryAccess {
  const { now, makeClient, indexPlatform, cacheBytes = DEFAULT_CACHE_BYTES } = options;
  const accounts = expiringCache<AccountCredentials>(CREDENTIALS_LIFETIME_MS, now, isTooLarge);
  const readAccount = accountReader(options.client);
  const credentialsOf = async (account: Account | undefined): Promise<AccountCredentials> =>
    accounts(accountKey(account), async () => {
      if (account === undefined) {
        return { keychain: ANONYMOUS, client: await makeClient(ANONYMOUS, account), signing: [] };
      }
      const secrets = await readAccount(account);
      const keychain = accountKeychain(secrets);
      return { keychain, client: await makeClient(keychain, account), signing: signingSecrets(secrets.own) };
    });
  const clientOf = async (account: Account | undefined) => (await credentialsOf(account)).client;
  const lookup = imageLookup({ indexPlatform, cacheBytes, clientOf });
  return {
    facts: async (image, account, signal, architecture) =>
      factsOf(image, await abortable(signal, lookup(image, account, architecture))),
    labels: async (image, account, signal) => (await abortable(signal, lookup(image, account))).labels,
    digest: async (image, account, signal) => abortable(signal, digestOf(image, await clientOf(account))),
    client: async (account, readers) => {
      const own = await credentialsOf(account);
      if (readers === undefined || readers.size === 0) return own.client;
      const hasForeignLogin = [...readers.values()].some((reader) => isElsewhere(reader, account));
      return makeClient(
        async (repository) => {
          const name = repositoryName(repository);
          if (!readers.has(name)) return own.keychain(repository);
          const reader = await credentialsOf(readers.get(name));
          return multiKeychain([reader.keychain, own.keychain])(repository);
        },
        hasForeignLogin ? undefined : account,
      );
    },
    signingSecrets: async (account) => (await credentialsOf(account)).signing,
    signingKey: signingKeyReader(options.client),
  };
}

/** The certificates that a namespace trusts must not vouch for a server that gets the login of another namespace. */
function isElsewhere(reader: Account | undefined, account: Account | undefined): boolean {
  return reader !== undefined && reader.namespace !== account?.namespace;
}

async function digestOf(image: string, client: Pick<RegistryClient, 'resolve'>): Promise<string> {
  const reference = parseImageReference(image);
  if (reference === undefined) throw new InvalidImageError(image, ['not an image reference']);
  return (await client.resolve(reference)).digest;
}

function factsOf(image: string, { inspection }: InspectedImage): ImageFacts {
  if (inspection.kind === 'facts') return { ...inspection.facts, image };
  throw new InvalidImageError(image, inspection.problems);
}
