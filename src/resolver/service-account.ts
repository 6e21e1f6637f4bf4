import type { Secret } from '../api/core/secret.ts';
import type { Build } from '../api/kpack/build.ts';
import { fieldError, fieldWarning, type FieldPath } from '../model/problem.ts';
import { checkObjectName, type Report } from './report.ts';
import type { World } from './world.ts';

/** What a Build may use: the Secrets that its ServiceAccount lists, each once, in their order. */
export interface AccountSecrets {
  readonly secrets: readonly Secret[];
  readonly imagePull: readonly string[];
}

const PATH: FieldPath = ['spec', 'serviceAccountName'];

/** Follows the ServiceAccount to its Secrets; one that is not known is assumed to list none. */
export function resolveAccountSecrets(build: Build, world: World, report: Report): AccountSecrets {
  const { namespace } = build.metadata;
  const name = build.spec.serviceAccountName;
  checkObjectName(name, PATH, report);
  const account = world.serviceAccount(namespace, name);
  if (account === undefined) {
    report(fieldWarning(PATH, `ServiceAccount "${name}" is not among the inputs: assumed to list no secrets`));
    return { secrets: [], imagePull: [] };
  }
  const names = referredNames(account.secrets, 'ServiceAccount has invalid Secret reference', report);
  const secrets = names.flatMap((secret) => {
    const found = world.secret(namespace, secret);
    if (found === undefined) {
      report(
        fieldError(
          PATH,
          `secret "${secret}", which ServiceAccount "${name}" lists, not found; add it by -f (its type and annotations are needed, its values are not)`,
        ),
      );
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
  complaint: string,
  report: Report,
): readonly string[] {
  const names = (references ?? []).map(({ name = '' }) => name);
  if (names.includes('')) report(fieldError(PATH, complaint));
  const present = [...new Set(names.filter((name) => name !== ''))];
  for (const name of present) checkObjectName(name, PATH, report);
  return present;
}
