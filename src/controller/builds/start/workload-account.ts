import type { Build } from '../../../core/api/kpack/build.ts';
import type { Secret } from '../../../core/api/kubernetes/secret.ts';
import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import { fieldError, type FieldProblem } from '../../../core/model/problem.ts';
import type { ReferencedObjects } from '../../../core/resolver/referenced-objects.ts';
import { checkAccountIdentity, checkIsolatedAccount } from '../../../core/translate/isolation.ts';
import type { BuildContext } from '../build-context.ts';
import type { Backend } from '../status/recorded-status.ts';
import { serviceAccountOf } from './kubernetes-objects.ts';

/** The remedies for accounts that get Secrets automatically, as OpenShift's do: a removed Secret comes back. */
const OTHER_REMEDIES = `set disable-creds-init to "true" in Tekton's ConfigMap feature-flags, or set BACKEND to native`;

interface AccountUse {
  readonly objects: Pick<ReferencedObjects, 'serviceAccount' | 'secret'>;
  /** True if the TaskRun runs as the Build's account whatever the settings say. */
  readonly workloadIdentity: boolean;
}

/** Checks that Tekton exposes no Secret of the Build's account to buildpacks, if TaskRuns run as that account. */
export async function checkSecrets(
  { settings, tektonFlags, signal }: BuildContext,
  { spec }: Build,
  { objects, workloadIdentity }: AccountUse,
): Promise<readonly FieldProblem[]> {
  if (settings.taskRunServiceAccount !== 'build' && !workloadIdentity) return [];
  const { secrets = [] } = objects.serviceAccount(undefined, spec.serviceAccountName) ?? {};
  const problems = exposedSecrets(
    spec.serviceAccountName,
    secrets.flatMap(({ name = '' }) => objects.secret(undefined, name) ?? []),
    workloadIdentity ? 'do not allow the namespace a workload identity' : 'set TASKRUN_SERVICE_ACCOUNT to isolated',
  );
  return problems.length > 0 && (await tektonFlags.hidesSecrets(signal)) ? [] : problems;
}

/**
 * Returns a problem for each Secret of an account that Tekton would write into every step, including those that run
 * buildpacks (tektoncd/pipeline, pkg/pod/creds_init.go).
 */
export function exposedSecrets(account: string, secrets: readonly Secret[], remedy: string): readonly FieldProblem[] {
  return secrets.filter(isExposed).map(({ metadata }) => {
    const message = `ServiceAccount "${account}" lists secret "${metadata.name}", and Tekton would show this secret to buildpacks; do one of: remove the secret from the account, ${remedy}, ${OTHER_REMEDIES}`;
    return fieldError(['spec', 'serviceAccountName'], message);
  });
}

function isExposed({ type = 'Opaque', metadata }: Secret): boolean {
  switch (type) {
    case 'kubernetes.io/dockerconfigjson':
    case 'kubernetes.io/dockercfg':
      return true;
    case 'kubernetes.io/basic-auth':
    case 'kubernetes.io/ssh-auth':
      return Object.keys(metadata.annotations ?? {}).some((key) => /^tekton\.dev\/(?:docker|git)-/.test(key));
    default:
      return false;
  }
}

/**
 * Checks the account that an isolated workload runs as, as the API server stored it: another program can have changed it.
 * Only Tekton shows the Secrets of an account to steps. A Secret that is added later makes prepare fail.
 */
export async function checkAccount(
  { tektonFlags, signal }: BuildContext,
  object: KubeObject,
  backend: Backend,
): Promise<readonly FieldProblem[]> {
  const { name } = object.metadata;
  const account = serviceAccountOf(object);
  const identities = checkAccountIdentity(name, account);
  if (identities.length > 0 || backend === 'native') return identities;
  const problems = checkIsolatedAccount(name, account, `remove them from it, ${OTHER_REMEDIES}`);
  return problems.length > 0 && (await tektonFlags.hidesSecrets(signal)) ? [] : problems;
}
