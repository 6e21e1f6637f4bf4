import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { SECRETS, SERVICE_ACCOUNTS } from '../../clients/kube/client/resources.ts';
import { isKubeError, type KubeErrorCode } from '../../clients/kube/kube-error.ts';
import { secretValues, SecretsTooLargeError } from '../../core/mask/secret-values.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { asServiceAccount } from '../../core/model/objects/service-account.ts';
import { secretSize } from '../../controller/registry-access/account.ts';

/** The Build whose Secrets are read. */
export interface SecretsQuery {
  readonly namespace: string;
  /** Absent if the cluster has no such Build: `taskpack translate` may have printed its workload. */
  readonly build?: KubeObject;
  /** The names of the Secrets that the workload's volumes mount. */
  readonly mounted: readonly string[];
  /** Errors that count as a missing object. Other errors reject. */
  readonly lenient: readonly KubeErrorCode[];
  /** Absent if the Secrets can have any size. */
  readonly limits?: SecretLimits;
  readonly signal?: AbortSignal;
}

/** Limits for the Secrets of one Build. */
export interface SecretLimits {
  /** The size of all values in base64. */
  readonly bytes: number;
  readonly values: number;
  /** The list items and fields of one value of JSON. */
  readonly entries: number;
}

/**
 * Returns the values to mask: of the mounted Secrets, and of the Secrets that the Build's ServiceAccount lists. Rejects with
 * `SecretsTooLargeError` above the limits, without reading further Secrets.
 */
export async function buildSecrets(client: Pick<KubeClient, 'get'>, query: SecretsQuery): Promise<readonly string[]> {
  const { namespace, build, mounted, lenient, limits = NO_LIMITS, signal } = query;
  const options = signal === undefined ? {} : { signal };
  const read = async (resource: Resource, name: string): Promise<KubeObject | undefined> =>
    client.get(resource, { namespace, name }, options).catch((error: unknown) => {
      if (isKubeError(error, ...lenient)) return undefined;
      throw error;
    });
  const account = build === undefined ? undefined : await read(SERVICE_ACCOUNTS, accountOf(build));
  const { secrets, imagePullSecrets } = asServiceAccount(account);
  const names = new Set([...mounted, ...[...secrets, ...imagePullSecrets].flatMap(({ name }) => name ?? [])]);
  const values: string[] = [];
  let bytes = 0;
  for (const name of names) {
    const secret = await read(SECRETS, name);
    if (secret === undefined) continue;
    bytes += secretSize(secret);
    if (bytes > limits.bytes) throw new SecretsTooLargeError(`they have more than ${limits.bytes} bytes in base64`);
    values.push(...secretValues(secret, limits.entries));
    if (values.length > limits.values) throw new SecretsTooLargeError(`they have more than ${limits.values} values`);
  }
  return values;
}

const NO_LIMITS: SecretLimits = {
  bytes: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
  entries: Number.POSITIVE_INFINITY,
};

function accountOf(build: KubeObject): string {
  const { serviceAccountName, serviceAccount } = asBuild(build).spec;
  return serviceAccountName ?? serviceAccount ?? 'default';
}
