import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { SECRETS, SERVICE_ACCOUNTS } from '../../clients/kube/client/resources.ts';
import { ignoreKubeErrors } from '../../clients/kube/kube-error.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { asSecret, type Secret } from '../../core/model/objects/secret.ts';
import { asServiceAccount } from '../../core/model/objects/service-account.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { mapConcurrently } from '../../clients/registry/map-concurrently.ts';

/** A ServiceAccount whose Secrets are credentials for registries. */
export interface Account {
  readonly namespace: string;
  readonly serviceAccount: string;
  /** The names of more pull Secrets in the same namespace. */
  readonly imagePullSecrets?: readonly string[];
}

/** Returns a cache key that is equal for accounts with the same Secrets. `undefined`, the anonymous account, has its own. */
export function accountKey(account: Account | undefined): string {
  if (account === undefined) return 'anonymous';
  const { namespace, serviceAccount, imagePullSecrets = [] } = account;
  return JSON.stringify([namespace, serviceAccount, ...imagePullSecrets]);
}

/** The Secrets of an account, in the order in which they are named. */
export interface AccountSecrets {
  /** `secrets` of the ServiceAccount. */
  readonly own: readonly Secret[];
  /** The account's `imagePullSecrets`, then those of the ServiceAccount. */
  readonly pull: readonly Secret[];
}

/** The number of Secrets that are read in parallel: an account with many Secrets must not burden the API server. */
const PARALLEL_READS = 4;

/** The most Secrets of one account, and the size of their values in base64. The controller has those of many accounts in memory. */
const MAX_SECRETS = 50;
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * Reads the Secrets of an account. Leaves out those that do not exist, as kpack does. Rejects with `KubeError`, and with
 * `RegistryError` `CREDENTIALS` if the account lists too many.
 */
export async function readAccountSecrets(client: Pick<KubeClient, 'get'>, account: Account): Promise<AccountSecrets> {
  const { namespace, serviceAccount, imagePullSecrets = [] } = account;
  const get = async (resource: Resource, name: string): Promise<KubeObject | undefined> =>
    client.get(resource, { namespace, name }).catch(ignoreKubeErrors('NOT_FOUND'));
  const object = asServiceAccount(await get(SERVICE_ACCOUNTS, serviceAccount || 'default'));
  const own = object.secrets.flatMap(({ name }) => name ?? []);
  const pull = [...new Set([...imagePullSecrets, ...object.imagePullSecrets.flatMap(({ name }) => name ?? [])])];
  const all = [...new Set([...own, ...pull])];
  if (all.length > MAX_SECRETS)
    throw tooLarge(account, `lists ${all.length} Secrets, and taskpack reads at most ${MAX_SECRETS}`);
  let bytes = 0;
  const checkSize = (): void => {
    if (bytes > MAX_BYTES) throw tooLarge(account, `lists Secrets of more than ${MAX_BYTES} bytes in base64`);
  };
  const read = async (name: string): Promise<Secret | undefined> => {
    checkSize();
    const secret = await get(SECRETS, name);
    if (secret === undefined) return undefined;
    bytes += secretSize(secret);
    return asSecret(secret);
  };
  const secrets = new Map(
    await mapConcurrently(all, PARALLEL_READS, async (name) => [name, await read(name)] as const),
  );
  checkSize();
  const named = (names: readonly string[]): readonly Secret[] => names.flatMap((name) => secrets.get(name) ?? []);
  return { own: named(own), pull: named(pull) };
}

/** Reads the Secrets of an account as `readAccountSecrets` does. */
export type ReadAccount = (account: Account) => Promise<AccountSecrets>;

/**
 * Returns a reader that reads one account of a namespace at a time. Users choose how many accounts a namespace has, and each takes
 * up to 50 requests and 2 MiB of memory.
 */
export function accountReader(client: Pick<KubeClient, 'get'>): ReadAccount {
  const last = new Map<string, Promise<unknown>>();
  return async (account) => {
    const { namespace } = account;
    const reading = (last.get(namespace) ?? Promise.resolve()).then(async () => readAccountSecrets(client, account));
    const ended = reading.catch(() => undefined);
    last.set(namespace, ended);
    try {
      return await reading;
    } finally {
      if (last.get(namespace) === ended) last.delete(namespace);
    }
  };
}

/** True for the error of an account that lists too many or too large Secrets. */
export function isTooLarge(error: unknown): error is Error {
  return error instanceof RegistryError && error.code === 'CREDENTIALS';
}

function tooLarge({ namespace, serviceAccount }: Account, what: string): RegistryError {
  const image = `ServiceAccount ${namespace}/${serviceAccount || 'default'}`;
  return new RegistryError('CREDENTIALS', { registry: '', image }, `${what}; list only those that Builds need`);
}

/** Returns the size of the values of a Secret in base64. */
export function secretSize(secret: JsonObject): number {
  return Object.values(asSecret(secret).data.all()).reduce((sum, { length }) => sum + length, 0);
}
