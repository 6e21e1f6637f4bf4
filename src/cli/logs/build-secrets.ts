import type { KubeClient } from '../../kube/client/kube-client.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Resource } from '../../kube/client/resource.ts';
import { SECRETS, SERVICE_ACCOUNTS } from '../../kube/client/resources.ts';
import { isKubeError, type KubeErrorCode } from '../../kube/kube-error.ts';
import { secretValues } from '../../mask/secret-values.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';

/** Whose secrets are meant. */
export interface SecretsQuestion {
  readonly namespace: string;
  /** Absent where there is none: its workload may have been printed by `taskpack translate`. */
  readonly build?: KubeObject;
  /** Those that the volumes of its workload show. */
  readonly mounted: readonly string[];
  /** Errors by which something is as good as not there; what else goes wrong rejects. */
  readonly lenient: readonly KubeErrorCode[];
  readonly signal?: AbortSignal;
}

/** What must not be shown of the Secrets that a Build's phases may see, and of those that its ServiceAccount lists. */
export async function buildSecrets(
  client: Pick<KubeClient, 'get'>,
  question: SecretsQuestion,
): Promise<readonly string[]> {
  const { namespace, build, mounted, lenient, signal } = question;
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
