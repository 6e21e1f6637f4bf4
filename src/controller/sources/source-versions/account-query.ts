import { makeRedaction } from '../../../clients/http/redaction.ts';
import type { KubeClient } from '../../../clients/kube/client/kube-client.ts';
import { parseImageReference, repositoryName } from '../../../core/model/image-reference.ts';
import { secretText, type Secret } from '../../../core/model/objects/secret.ts';
import { accountKeychain } from '../../registry-access/account-keychain.ts';
import {
  accountKey,
  accountReader,
  isTooLarge,
  type Account,
  type AccountSecrets,
} from '../../registry-access/account.ts';
import { expiringCache } from '../../registry-access/expiring-cache.ts';
import { multiKeychain, type Keychain } from '../../../clients/registry/client/credentials/keychain.ts';
import type { Topic } from '../polling/poll-topic.ts';
import { hashOf, tenantTopic } from '../polling/tenant-topic.ts';
import type { RegistryClient } from '../../../clients/registry/client/registry-client.ts';
import { blobServer } from '../../../core/resolver/blob-server.ts';
import { readBlobAddress } from '../../../steps/prepare/blob/blob-address.ts';
import { blobAuthorization, urlAuthorization, type BlobSecret } from '../../../steps/prepare/blob/credentials.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { askBlob, type BlobHttp } from './blob-query.ts';
import { asVersionError } from './version-error.ts';
import type { VersionedSource, WantedVersion } from './wanted-version.ts';
import type { Query } from './watched-queries.ts';

export interface QueryReaderOptions {
  readonly client: Pick<KubeClient, 'get'>;
  readonly clock: { readonly now: () => number };
  /** Returns the connections of a network. */
  readonly httpOf: (network: string | undefined) => BlobHttp | Promise<BlobHttp>;
  /** Returns a client that does not retry, because the poller repeats failed queries. */
  readonly makeClient: (
    keychain: Keychain,
    network: string | undefined,
  ) => Pick<RegistryClient, 'resolve'> | Promise<Pick<RegistryClient, 'resolve'>>;
  /** Returns the network of a namespace; `undefined` for the default network. Equal networks have the same name. */
  readonly networkOf: (namespace: string) => string | undefined;
}

/** Returns the query about a source with the credentials of an account. Rejects with `VersionError` and `KubeError`. */
export type QueryReader = (wanted: Pick<WantedVersion, 'source' | 'account'>) => Promise<Query>;

/** Reconciles of many objects at the same time read an account once, as for registries. */
const CREDENTIALS_LIFETIME_MS = 10_000;

export function queryReader(options: QueryReaderOptions): QueryReader {
  const cached = expiringCache<AccountSecrets>(CREDENTIALS_LIFETIME_MS, options.clock.now, isTooLarge);
  const readAccount = accountReader(options.client);
  const secretsOf = async (account: Account): Promise<AccountSecrets> =>
    cached(accountKey(account), async () => readAccount(account));
  return async ({ source, account }) => {
    try {
      const { namespace } = account;
      const place = { namespace, network: options.networkOf(namespace) };
      if (source.kind === 'blob') return await blobQuery(options, source, place, async () => secretsOf(account));
      const secrets = await secretsOf({ ...account, imagePullSecrets: source.pullSecrets });
      return await imageQuery(options, source, place, secrets);
    } catch (error) {
      throw asVersionError(error);
    }
  };
}

/** The namespace whose objects need a version, and its network. */
interface Place {
  readonly namespace: string;
  readonly network: string | undefined;
}

/** Returns the topic of a query. Namespaces share no query. */
function topicOf({ namespace, network }: Place, server: string, source: readonly string[], login: unknown): Topic {
  const key = hashOf([...source, login ?? null, network ?? null, namespace]);
  return tenantTopic({ key, server, tenant: namespace, network, login });
}

async function blobQuery(
  { httpOf }: QueryReaderOptions,
  { kind, url: text, authentication }: Extract<VersionedSource, { kind: 'blob' }>,
  place: Place,
  secrets: () => Promise<AccountSecrets>,
): Promise<Query> {
  const url = readBlobAddress(text);
  const redaction = makeRedaction();
  const authorization =
    authentication === 'secret'
      ? await blobAuthorization(
          (await secrets()).own.flatMap((secret) => blobSecret(secret) ?? []),
          url,
          redaction,
        )
      : urlAuthorization(url, redaction)['authorization'];
  const topic = topicOf(place, `${kind} ${url.origin}`, [kind, url.href], authorization);
  return { kind, topic, ask: async (signal) => askBlob(await httpOf(place.network), url, authorization, signal) };
}

async function imageQuery(
  { makeClient }: QueryReaderOptions,
  { kind, image, pullSecrets }: Extract<VersionedSource, { kind: 'registry' }>,
  place: Place,
  secrets: AccountSecrets,
): Promise<Query> {
  const reference = parseImageReference(image);
  if (reference === undefined) {
    throw new PrepareError('SourceUnsupported', `${JSON.stringify(image)} is not an image reference: correct it`);
  }
  const credential = await sourceKeychain(secrets, pullSecrets)(reference);
  // The client keeps its tokens from one query to the next.
  const client = await makeClient(async () => credential, place.network);
  const name = `${repositoryName(reference)}:${reference.tag ?? 'latest'}`;
  return {
    kind,
    topic: topicOf(place, `${kind} ${reference.registry}`, [kind, name], credential),
    ask: async (signal) => {
      try {
        return (await client.resolve(reference)).digest;
      } catch (error) {
        signal.throwIfAborted();
        throw asVersionError(error);
      }
    },
  };
}

/** Returns the credentials in prepare's order: the Secrets that the source names come first. */
function sourceKeychain({ own, pull }: AccountSecrets, pullSecrets: readonly string[]): Keychain {
  const isOfSource = ({ metadata: { name = '' } }: Secret): boolean => pullSecrets.includes(name);
  return multiKeychain([
    accountKeychain({ own: [], pull: pull.filter(isOfSource) }),
    accountKeychain({ own, pull: pull.filter((secret) => !isOfSource(secret)) }),
  ]);
}

function blobSecret(secret: Secret): BlobSecret | undefined {
  const { name = '', annotations } = secret.metadata;
  const server = blobServer(secret.type, annotations.all());
  return server === undefined ? undefined : { server, name, read: async (key) => secretText(secret, key) };
}
