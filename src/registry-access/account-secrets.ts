import type { KubeClient } from '../kube/client/kube-client.ts';
import type { KubeObject } from '../kube/client/kube-object.ts';
import type { Resource } from '../kube/client/resource.ts';
import { SECRETS, SERVICE_ACCOUNTS } from '../kube/client/resources.ts';
import { isKubeError } from '../kube/kube-error.ts';
import { isJsonList, isJsonObject, type Json } from '../model/json.ts';
import { inParallel } from '../registry/in-parallel.ts';
import type { Account } from './account.ts';

/** The Secrets of an account, each list in its order. */
export interface AccountSecrets {
  /** `secrets` of the ServiceAccount. */
  readonly own: readonly KubeObject[];
  /** Those that the account is given beside it, then `imagePullSecrets` of the ServiceAccount. */
  readonly pull: readonly KubeObject[];
}

/** An account of a hundred Secrets is no burden to the API server. */
const SECRETS_AT_ONCE = 4;

/** Reads the Secrets of an account; what is not there is left out, as kpack does. Rejects with `KubeError`. */
export async function readAccountSecrets(client: Pick<KubeClient, 'get'>, account: Account): Promise<AccountSecrets> {
  const { namespace, serviceAccount, imagePullSecrets = [] } = account;
  const found = await ifThere(client, SERVICE_ACCOUNTS, namespace, serviceAccount || 'default');
  const own = namesIn(found?.['secrets']);
  const pull = [...new Set([...imagePullSecrets, ...namesIn(found?.['imagePullSecrets'])])];
  const secrets = new Map(
    await inParallel([...new Set([...own, ...pull])], SECRETS_AT_ONCE, async (name) => {
      const secret = await ifThere(client, SECRETS, namespace, name);
      return [name, secret] as const;
    }),
  );
  const named = (names: readonly string[]): readonly KubeObject[] => names.flatMap((name) => secrets.get(name) ?? []);
  return { own: named(own), pull: named(pull) };
}

async function ifThere(
  client: Pick<KubeClient, 'get'>,
  resource: Resource,
  namespace: string,
  name: string,
): Promise<KubeObject | undefined> {
  try {
    return await client.get(resource, { namespace, name });
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

function namesIn(references: Json | undefined): readonly string[] {
  if (references === undefined || !isJsonList(references)) return [];
  return references.flatMap((reference) => {
    const name = isJsonObject(reference) ? reference['name'] : undefined;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}
