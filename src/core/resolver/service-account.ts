import type { Secret } from '../api/kubernetes/secret.ts';
import type { Build } from '../api/kpack/build.ts';
import { fieldError, fieldWarning, type FieldPath } from '../model/problem.ts';
import { checkObjectName, type Report } from './report.ts';
import type { ReferencedObjects } from './referenced-objects.ts';

/** The Secrets that a Build's ServiceAccount lists, each once and in order. `imagePull` contains names. */
export interface AccountSecrets {
  readonly secrets: readonly Secret[];
  readonly imagePull: readonly string[];
}

const PATH: FieldPath = ['spec', 'serviceAccountName'];

const ADD_SECRET = 'add the file with -f (type and annotations are required, values are not)';

/**
 * Resolves the Secrets of the Build's ServiceAccount. If the ServiceAccount is unknown, reports a warning and returns
 * none.
 */
export function resolveAccountSecrets(build: Build, objects: ReferencedObjects, report: Report): AccountSecrets {
  const { namespace } = build.metadata;
  const name = build.spec.serviceAccountName;
  checkObjectName(name, PATH, report);
  const account = objects.serviceAccount(namespace, name);
  if (account === undefined) {
    const advice = objects.similarObject({ kind: 'ServiceAccount', namespace, name }) ?? 'add the file with -f';
    const missing = `ServiceAccount "${name}"${namespace === undefined ? '' : ` of namespace ${namespace}`}`;
    report(fieldWarning(PATH, `${missing} is not in the input: assumed that it lists no Secrets; ${advice}`));
    return { secrets: [], imagePull: [] };
  }
  const names = referredNames(account.secrets, 'ServiceAccount has invalid Secret reference', report);
  const secrets = names.flatMap((secret) => {
    const found = objects.secret(namespace, secret);
    if (found === undefined) {
      const advice = objects.similarObject({ kind: 'Secret', namespace, name: secret }) ?? ADD_SECRET;
      report(fieldError(PATH, `Secret "${secret}" of ServiceAccount "${name}" not found; ${advice}`));
    }
    return found ?? [];
  });
  return {
    secrets,
    imagePull: referredNames(account.imagePullSecrets, 'ServiceAccount has invalid ImagePullSecret reference', report),
  };
}

function referredNames(
  references: readonly { readonly name?: string }[] | undefined,
  message: string,
  report: Report,
): readonly string[] {
  const names = (references ?? []).map(({ name = '' }) => name);
  if (names.includes('')) report(fieldError(PATH, message));
  const present = [...new Set(names.filter((name) => name !== ''))];
  for (const name of present) checkObjectName(name, PATH, report);
  return present;
}
