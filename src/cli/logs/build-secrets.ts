import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import { type Resource, SECRETS, SERVICE_ACCOUNTS } from '../../kube/client/resource.ts';
import { isKubeError, type KubeErrorCode } from '../../kube/kube-error.ts';
import { secretValues } from '../../mask/secret-values.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';

/** The Build whose Secrets are read. */
export interface SecretsQuery {
  readonly namespace: string;
  /** Absent if the cluster has no such Build: `taskpack translate` may have printed its workload. */
  readonly build?: KubeObject;
  /** The names of the Secrets that the workload's volumes mount. */
  readonly mounted: readonly string[];
  /** Errors that count as a missing object. Other errors reject. */
  readonly lenient: readonly KubeErrorCode[];
  readonly signal?: AbortSignal;
}

/** Returns the values to mask: of the mounted Secrets, and of the Secrets that the Build's ServiceAccount lists. */
export async function buildSecrets(client: Pick<KubeClient, 'get'>, query: SecretsQuery): Promise<readonly string[]> {
  const { namespace, build, mounted, lenient, signal } = query;
  const options = signal === undefined ? {} : { signal };
  const read = async (resource: Resource, name: string): Promise<KubeObject | undefined> =>
    client.get(resource, { namespace, name }, options).catch((error: unknown) => {
      if (isKubeError(error, ...lenient)) return undefined;
      throw error;
    });
  const account = build === undefined ? undefined : await read(SERVICE_ACCOUNTS, accountOf(build));
  const names = new Set([...mounted, ...(account === undefined ? [] : listedBy(account))]);
  const secrets = await Promise.all([...names].map(async (name) => read(SECRETS, name)));
  return secrets.flatMap((secret) => (secret === undefined ? [] : secretValues(secret)));
}

function accountOf(build: KubeObject): string {
  const spec = objectAt(build, 'spec');
  return textAt(spec, 'serviceAccountName') ?? textAt(spec, 'serviceAccount') ?? 'default';
}

function listedBy(account: KubeObject): readonly string[] {
  const references = [...objectsAt(account, 'secrets'), ...objectsAt(account, 'imagePullSecrets')];
  return references.flatMap((reference) => textAt(reference, 'name') ?? []);
}
