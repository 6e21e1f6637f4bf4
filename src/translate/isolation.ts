import type { ServiceAccount } from '../api/kubernetes/service-account.ts';
import { fieldError, type FieldProblem } from '../model/problem.ts';

/**
 * Refuses an existing ServiceAccount that has the name of a TaskRun's isolated account but lists Secrets. `advice` says
 * what the user can do instead.
 */
export function checkIsolatedAccount(
  name: string,
  account: Pick<ServiceAccount, 'secrets'> | undefined,
  advice: string,
): readonly FieldProblem[] {
  const { secrets = [] } = account ?? {};
  if (secrets.length === 0) return [];
  const message = `the TaskRun runs as ServiceAccount "${name}", whose secrets Tekton would show to buildpacks; ${advice}`;
  return [fieldError(['spec', 'serviceAccountName'], message)];
}
