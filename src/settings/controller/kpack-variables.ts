import { fieldWarning, type Problem } from '../../model/problem.ts';

/** Variables of kpack's controller that nothing is read from here, and what there is instead. */
export const KPACK_VARIABLES: Readonly<Record<string, string>> = {
  BUILD_INIT_IMAGE: "prepare runs in taskpack's own image: set STEPS_IMAGE",
  COMPLETION_IMAGE: "completion runs in taskpack's own image: set STEPS_IMAGE",
  REBASE_IMAGE: "a rebase runs the builder's own lifecycle: remove it",
  BUILD_WAITER_IMAGE: "the waiter is taskpack's own: set ENTRYPOINT_IMAGE",
  SYSTEM_SERVICE_ACCOUNT:
    'nothing is signed as the controller: put the keys into Secrets of the ServiceAccount of Builds',
  ENABLE_PRIORITY_CLASSES: 'Builds name their own: set spec.priorityClassName of Builds and Images',
  SCALING_FACTOR: 'requests to the API server are not limited here: set WORKERS',
  EXPERIMENTAL_GENERATE_SLSA_ATTESTATION: 'TaskRuns have the results that Tekton Chains attests: install that',
  GIT_RESOLVER_USE_SHALLOW_CLONE: 'the controller clones nothing: remove it',
  CREDENTIAL_PROVIDER_SECRET_PATH: 'credentials come from Secrets of ServiceAccounts: list them there',
  CONFIG_LOGGING_NAME: 'there is no ConfigMap for logs: set LOG_LEVEL',
  CONFIG_OBSERVABILITY_NAME: 'there is no ConfigMap for metrics: they are at /metrics of METRICS_PORT',
  METRICS_DOMAIN: 'metrics have fixed names: remove it',
  WEBHOOK_PORT: 'there is no webhook: remove it',
};

/** A warning for each of them that is set. */
export function kpackVariableWarnings(written: Readonly<Record<string, string>>): readonly Problem[] {
  return Object.entries(KPACK_VARIABLES).flatMap(([name, instead]) =>
    Object.hasOwn(written, name) ? [fieldWarning([name], `is kpack's and has no effect; ${instead}`)] : [],
  );
}
