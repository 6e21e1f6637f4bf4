import type { KubeClient } from '../kube/client/kube-client.ts';
import type { KubeObject } from '../kube/client/kube-object.ts';
import { SECRETS, SERVICE_ACCOUNTS, type Resource } from '../kube/client/resource.ts';
import { ignoreKubeErrors } from '../kube/kube-error.ts';
import { isJsonList, isJsonObject, type Json } from '../model/json.ts';
import { RegistryError } from '../registry/client/registry-error.ts';
import { mapConcurrently } from '../registry/map-concurrently.ts';

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
  readonly own: readonly KubeObject[];
  /** The account's `imagePullSecrets`, then those of the ServiceAccount. */
  readonly pull: readonly KubeObject[];
}

/** The number of Secrets that are read in parallel: an account with many Secrets must not burden the API server. */
const PARALLEL_READS = 4;

/** The most Secrets of one account. A Secret has up to 1 MiB, and the controller has all of them in memory. */
const MAX_SECRETS = 50;

/**
 * Reads the Secrets of an account. Leaves out those that do not exist, as kpack does. Rejects with `KubeError`, and with
 * `RegistryError` `CREDENTIALS` if the account lists too many.
 */
export async function readAccountSecrets(client: Pick<KubeClient, 'get'>, account: Account): Promise<AccountSecrets> {
  const { namespace, serviceAccount, imagePullSecrets = [] } = account;
  const get = async (resource: Resource, name: string): Promise<KubeObject | undefined> =>
    client.get(resource, { namespace, name }).catch(ignoreKubeErrors('NOT_FOUND'));
  const object = await get(SERVICE_ACCOUNTS, serviceAccount || 'default');
  const own = namesIn(object?.['secrets']);
  const pull = [...new Set([...imagePullSecrets, ...namesIn(object?.['imagePullSecrets'])])];
  const all = [...new Set([...own, ...pull])];
  if (all.length > MAX_SECRETS) throw tooMany(account, all.length);
  const secrets = new Map(
    await mapConcurrently(all, PARALLEL_READS, async (name) => [name, await get(SECRETS, name)] as const),
  );
  const named = (names: readonly string[]): readonly KubeObject[] => names.flatMap((name) => secrets.get(name) ?? []);
  return { own: named(own), pull: named(pull) };
}

function tooMany({ namespace, serviceAccount }: Account, count: number): RegistryError {
  const image = `ServiceAccount ${namespace}/${serviceAccount || 'default'}`;
  const message = `lists ${count} Secrets, and taskpack reads at most ${MAX_SECRETS}; list only those that Builds need`;
  return new RegistryError('CREDENTIALS', { registry: '', image }, message);
}

function namesIn(references: Json | undefined): readonly string[] {
  if (references === undefined || !isJsonList(references)) return [];
  return references.flatMap((reference) => {
    const name = isJsonObject(reference) ? reference['name'] : undefined;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}
