import type { Secret } from '../../../api/core/secret.ts';
import { fieldError, type FieldProblem } from '../../../model/problem.ts';

/** What helps where accounts get Secrets by themselves, as OpenShift's do: those come again when they are removed. */
export const OTHER_WAYS = `or set disable-creds-init to "true" in Tekton's ConfigMap feature-flags, or BACKEND to native`;

/**
 * Of the Secrets of an account as which TaskRuns are to run, those that Tekton would write into every step, buildpacks'
 * included (tektoncd/pipeline, pkg/pod/creds_init.go).
 */
export function shownSecrets(account: string, secrets: readonly Secret[]): readonly FieldProblem[] {
  return secrets.filter(isShown).map(({ metadata }) => {
    const message = `Tekton would show secret "${metadata.name}", which ServiceAccount "${account}" lists, to buildpacks; remove it from the account, or set TASKRUN_SERVICE_ACCOUNT to isolated, ${OTHER_WAYS}`;
    return fieldError(['spec', 'serviceAccountName'], message);
  });
}

function isShown({ type = 'Opaque', metadata }: Secret): boolean {
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
