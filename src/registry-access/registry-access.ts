import type { ImageFacts } from '../api/taskpack/image-facts.ts';
import { UnusableImage } from '../inspection/unusable-image.ts';
import type { KubeClient } from '../kube/client/kube-client.ts';
import { parseImageReference, repositoryName, type ImageReference } from '../model/image-reference.ts';
import { firstOf, type Keychain } from '../registry/client/keychain.ts';
import type { Platform } from '../registry/client/platform.ts';
import type { RegistryClient } from '../registry/client/registry-client.ts';
import { accountKeychain } from './account-keychain.ts';
import { readAccountSecrets } from './account-secrets.ts';
import { accountKey, type Account } from './account.ts';
import { inspect, type KnownImage } from './inspect.ts';
import { keptBriefly } from './kept-briefly.ts';
import { unless } from './unless.ts';
import { weightedCache } from './weighted-cache.ts';

/** By the name of a repository, who may read it beside the one who writes. */
export type Readers = ReadonlyMap<string, Account | undefined>;

/** What registries say to the accounts of a cluster. `undefined` is anonymous. */
export interface RegistryAccess {
  /**
   * Facts of an image as the account may read them; by digest they are read once and kept. Rejects with `RegistryError`,
   * `KubeError`, or `UnusableImage`, which is for good.
   */
  readonly facts: (image: string, account: Account | undefined, signal?: AbortSignal) => Promise<ImageFacts>;
  /** The labels of an image's configuration. Rejects as `facts` does. */
  readonly labels: (
    image: string,
    account: Account | undefined,
    signal?: AbortSignal,
  ) => Promise<ReadonlyMap<string, string>>;
  /** A client for publishing with the credentials of one account, which reads some repositories with those of others. */
  readonly client: (account: Account | undefined, readers?: Readers) => Promise<RegistryClient>;
}

export interface RegistryAccessOptions {
  readonly client: Pick<KubeClient, 'get'>;
  readonly makeClient: (keychain: Keychain) => RegistryClient;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Of which image of an index facts are; `linux/amd64` where not told. */
  readonly platform?: Platform;
  /** How much of images is kept, in bytes. */
  readonly capacity?: number;
}

/** Who is known: what is asked for one object is asked within this time. */
interface Known {
  readonly keychain: Keychain;
  readonly client: RegistryClient;
}

/** So long that the Secrets of an account are read once for one object's work, so short that nobody waits for a new one. */
const CREDENTIALS_LIFETIME = 10_000;

const CAPACITY = 32 * 1024 * 1024;

const DEFAULT_PLATFORM: Platform = { os: 'linux', architecture: 'amd64' };

const ANONYMOUS: Keychain = async () => undefined;

/** Registries as the accounts of a cluster reach them. What an account has not read itself it is not told from memory. */
export function registryAccess(options: RegistryAccessOptions): RegistryAccess {
  const { now, makeClient } = options;
  const accounts = keptBriefly<Known>(CREDENTIALS_LIFETIME, now);
  const known = async (account: Account | undefined): Promise<Known> =>
    accounts(accountKey(account), async () => {
      const keychain = account === undefined ? ANONYMOUS : await keychainOf(options, account);
      return { keychain, client: makeClient(keychain) };
    });
  const look = looker(options, async (account) => (await known(account)).client);
  return {
    facts: async (image, account, signal) => factsAs(image, await unless(signal, look(image, account))),
    labels: async (image, account, signal) => (await unless(signal, look(image, account))).labels,
    client: async (account, readers) => {
      const own = await known(account);
      if (readers === undefined || readers.size === 0) return own.client;
      return makeClient(async (repository) => {
        const name = repositoryName(repository);
        if (!readers.has(name)) return own.keychain(repository);
        const reader = await known(readers.get(name));
        return firstOf([reader.keychain, own.keychain])(repository);
      });
    },
  };
}

async function keychainOf({ client }: RegistryAccessOptions, account: Account): Promise<Keychain> {
  return accountKeychain(await readAccountSecrets(client, account));
}

type Look = (image: string, account: Account | undefined) => Promise<KnownImage>;

/** Looks at images; who asks for what is being asked for already waits for that answer. */
function looker(
  { capacity = CAPACITY, platform = DEFAULT_PLATFORM }: RegistryAccessOptions,
  clientOf: (account: Account | undefined) => Promise<RegistryClient>,
): Look {
  const images = weightedCache<KnownImage>(capacity);
  const underWay = new Map<string, Promise<KnownImage>>();
  const lookAt = async (key: string, reference: ImageReference, account: Account | undefined): Promise<KnownImage> => {
    const client = await clientOf(account);
    const digest = reference.digest ?? (await client.resolve(reference)).digest;
    const kept = images.get(`${key}@${digest}`);
    if (kept !== undefined) return kept;
    const { registry, repository } = reference;
    const image = await inspect(client, { registry, repository, digest }, platform);
    images.put(`${key}@${digest}`, image, image.weight);
    return image;
  };
  return async (image, account) => {
    const reference = parseImageReference(image);
    if (reference === undefined) throw new UnusableImage(image, ['this is no image reference']);
    const key = `${accountKey(account)} ${repositoryName(reference)}`;
    const kept = reference.digest === undefined ? undefined : images.get(`${key}@${reference.digest}`);
    if (kept !== undefined) return kept;
    const question = `${key}@${reference.digest ?? reference.tag ?? 'latest'}`;
    const asked = underWay.get(question) ?? lookAt(key, reference, account);
    underWay.set(question, asked);
    return asked.finally(() => underWay.delete(question));
  };
}

function factsAs(image: string, { inspection }: KnownImage): ImageFacts {
  if (inspection.kind === 'facts') return { ...inspection.facts, image };
  throw new UnusableImage(image, inspection.problems);
}
