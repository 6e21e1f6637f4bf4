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

/** The annotations for which the webhooks of EKS, Azure and GKE give a cloud identity to the Pods of an account. */
const IDENTITY_ANNOTATION = /^(?:eks\.amazonaws\.com|azure\.workload\.identity|iam\.gke\.io)\//;

/** Refuses an isolated account that gives its Pods, and therefore buildpacks, a cloud identity. */
export function checkAccountIdentity(
  name: string,
  account: Pick<ServiceAccount, 'metadata'> | undefined,
): readonly FieldProblem[] {
  const key = Object.keys(account?.metadata.annotations ?? {}).find((annotation) =>
    IDENTITY_ANNOTATION.test(annotation),
  );
  if (key === undefined) return [];
  const message = `the Build runs as ServiceAccount "${name}", whose annotation ${key} gives buildpacks a cloud identity; remove the annotation`;
  return [fieldError(['spec', 'serviceAccountName'], message)];
}
