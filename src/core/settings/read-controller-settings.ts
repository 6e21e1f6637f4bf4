import * as z from 'zod';
import { MAX_DEBUG_TIMEOUT_SECONDS } from '../model/debug-mode.ts';
import { INDEX_PLATFORMS } from '../model/index-platform.ts';
import { fieldWarning, type Problem } from '../model/problem.ts';
import { DEFAULT_CONTROLLER_SETTINGS as DEFAULT, type ControllerSettings } from './controller-settings.ts';
import { aliasProblems, setVariables, variableProblem, type Environment } from './environment.ts';
import { misspeltNameWarnings } from './misspelt-variables.ts';
import { nodeLabels, taints } from './node-types.ts';
import { settingsOf, Variables } from './read-settings.ts';
import { traceExport } from './trace-export.ts';
import { OTHER_OPEN_TELEMETRY_NAMES, TRACE_VARIABLE_NAMES } from './trace-variables.ts';
import { addresses, flag, hosts, integer, label, mirrors, oneOf, seconds, secretName, time } from './variable-types.ts';

const DEFAULT_GIT_WEBHOOKS_PORT = 9091;

/** More Builds than a cluster can hold. */
const MAX_BUILDS = 1_000_000;

/** The environment variables of the controller, with their types and defaults. */
export const ControllerVariables = z.object({
  ...Variables.shape,
  BACKEND: oneOf(['auto', 'tekton', 'native']).default(DEFAULT.backend),
  DUMMY_SIDECAR: oneOf(['auto', 'always', 'never']).default(DEFAULT.dummySidecar),
  TASKRUN_SERVICE_ACCOUNT: oneOf(['isolated', 'build']).default(DEFAULT.taskRunServiceAccount),
  SIDECAR_READY_DEADLINE: seconds.default(DEFAULT.sidecarReadyDeadlineSeconds),
  START_DEADLINE: seconds.default(DEFAULT.startDeadlineSeconds),
  STUCK_PHASE: seconds.default(DEFAULT.stuckPhaseSeconds),
  MAX_DEBUG_HOLD: integer(0, MAX_DEBUG_TIMEOUT_SECONDS, 'of seconds ').default(DEFAULT.maxDebugHoldSeconds),
  TAG_RECHECK_INTERVAL: seconds.default(DEFAULT.tagRecheckIntervalSeconds),
  SOURCE_POLL_INTERVAL: seconds.default(DEFAULT.sourcePollIntervalSeconds),
  GIT_WEBHOOKS_SECRET: secretName.exactOptional(),
  GIT_WEBHOOKS_PORT: integer(0, 65_535).default(DEFAULT_GIT_WEBHOOKS_PORT),
  GIT_WEBHOOKS_TRUSTED_PROXIES: addresses.default([]),
  /** kpack's name of the variable. */
  GIT_RESOLVER_USE_SHALLOW_CLONE: flag.default(DEFAULT.comparesSubPaths),
  /** kpack's name of the variable. */
  ENABLE_PRIORITY_CLASSES: flag.default(DEFAULT.usesPriorityClasses),
  DEFAULT_CACHE_SINCE: time.exactOptional(),
  MAX_UNFINISHED_BUILDS: integer(1, MAX_BUILDS).exactOptional(),
  MAX_UNFINISHED_BUILDS_PER_NAMESPACE: integer(1, MAX_BUILDS).exactOptional(),
  WARM_NODES: flag.default(false),
  WARM_NODES_SELECTOR: nodeLabels.default({}),
  WARM_NODES_TAINTS: taints.default([]),
  WORKERS: integer(1, 100).default(DEFAULT.workers),
  INDEX_PLATFORM: oneOf(INDEX_PLATFORMS).exactOptional(),
  INSECURE_REGISTRIES: hosts.default([]),
  REGISTRY_MIRRORS: mirrors.default({}),
  ALLOWED_ADDRESSES: addresses.default([]),
  REGISTRY_CA_FILE: z.string().exactOptional(),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error']).default(DEFAULT.logLevel),
  METRICS_PORT: integer(0, 65_535).default(DEFAULT.metricsPort),
  ALLOW_KPACK: flag.default(DEFAULT.allowKpack),
  LEASE_NAMESPACE: label.exactOptional(),
  /** kpack's name of the variable. */
  SYSTEM_NAMESPACE: label.exactOptional(),
  POD_NAME: z.string().exactOptional(),
});

export type ControllerVariables = z.infer<typeof ControllerVariables>;

export type ControllerSettingsReading =
  | {
      readonly kind: 'settings';
      readonly settings: ControllerSettings;
      /** Warnings about variables that have no effect. */
      readonly warnings: readonly Problem[];
    }
  /** All problems and warnings; the path of each is the name of the variable. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Reads the controller's settings from environment variables. An empty variable counts as not set. */
export function readControllerSettings(environment: Environment): ControllerSettingsReading {
  const variables = setVariables(environment);
  const parsed = ControllerVariables.safeParse(variables);
  const errors = [
    ...(parsed.error?.issues ?? []).map(variableProblem),
    ...aliasProblems(variables, 'SUPPORT_INJECTED_SIDECARS', 'INJECTED_SIDECAR_SUPPORT'),
    ...aliasProblems(variables, 'LEASE_NAMESPACE', 'SYSTEM_NAMESPACE'),
  ];
  const { exportsTraces, warnings: traceWarnings } = traceExport(variables);
  const settings = [...Object.keys(ControllerVariables.shape), ...TRACE_VARIABLE_NAMES];
  const others = [...Object.keys(KPACK_VARIABLES), ...OTHER_OPEN_TELEMETRY_NAMES];
  const misspelt = misspeltNameWarnings(variables, settings, others);
  const warnings = [...kpackVariableWarnings(variables), ...misspelt, ...traceWarnings];
  if (!parsed.success || errors.length > 0) return { kind: 'problems', problems: [...errors, ...warnings] };
  return { kind: 'settings', settings: { ...controllerSettingsOf(parsed.data), exportsTraces }, warnings };
}

function controllerSettingsOf(variables: ControllerVariables): Omit<ControllerSettings, 'exportsTraces'> {
  const leaseNamespace = variables.LEASE_NAMESPACE ?? variables.SYSTEM_NAMESPACE;
  return {
    ...settingsOf(variables),
    backend: variables.BACKEND,
    dummySidecar: variables.DUMMY_SIDECAR,
    taskRunServiceAccount: variables.TASKRUN_SERVICE_ACCOUNT,
    sidecarReadyDeadlineSeconds: variables.SIDECAR_READY_DEADLINE,
    startDeadlineSeconds: variables.START_DEADLINE,
    stuckPhaseSeconds: variables.STUCK_PHASE,
    maxDebugHoldSeconds: variables.MAX_DEBUG_HOLD,
    tagRecheckIntervalSeconds: variables.TAG_RECHECK_INTERVAL,
    sourcePollIntervalSeconds: variables.SOURCE_POLL_INTERVAL,
    ...gitWebhooksOf(variables),
    comparesSubPaths: variables.GIT_RESOLVER_USE_SHALLOW_CLONE,
    usesPriorityClasses: variables.ENABLE_PRIORITY_CLASSES,
    ...(variables.DEFAULT_CACHE_SINCE !== undefined && { defaultCacheSinceMs: variables.DEFAULT_CACHE_SINCE }),
    ...(variables.MAX_UNFINISHED_BUILDS !== undefined && { maxUnfinishedBuilds: variables.MAX_UNFINISHED_BUILDS }),
    ...(variables.MAX_UNFINISHED_BUILDS_PER_NAMESPACE !== undefined && {
      maxUnfinishedBuildsPerNamespace: variables.MAX_UNFINISHED_BUILDS_PER_NAMESPACE,
    }),
    ...(variables.WARM_NODES && {
      warmNodes: { nodeSelector: variables.WARM_NODES_SELECTOR, taints: variables.WARM_NODES_TAINTS },
    }),
    workers: variables.WORKERS,
    registries: {
      insecure: variables.INSECURE_REGISTRIES,
      mirrors: variables.REGISTRY_MIRRORS,
      allowedAddresses: variables.ALLOWED_ADDRESSES,
      ...(variables.REGISTRY_CA_FILE !== undefined && { caFile: variables.REGISTRY_CA_FILE }),
    },
    ...(variables.INDEX_PLATFORM !== undefined && { indexPlatform: variables.INDEX_PLATFORM }),
    logLevel: variables.LOG_LEVEL,
    metricsPort: variables.METRICS_PORT,
    allowKpack: variables.ALLOW_KPACK,
    ...(leaseNamespace !== undefined && { leaseNamespace }),
    ...(variables.POD_NAME !== undefined && { podName: variables.POD_NAME }),
  };
}

function gitWebhooksOf(variables: ControllerVariables): Pick<ControllerSettings, 'gitWebhooks'> {
  const {
    GIT_WEBHOOKS_SECRET: secret,
    GIT_WEBHOOKS_PORT: port,
    GIT_WEBHOOKS_TRUSTED_PROXIES: trustedProxies,
  } = variables;
  return secret === undefined ? {} : { gitWebhooks: { secret, port, trustedProxies } };
}

/** The variables of kpack's controller that have no effect, and what to do instead. */
export const KPACK_VARIABLES: Readonly<Record<string, string>> = {
  BUILD_INIT_IMAGE: "prepare runs in taskpack's own image. Set STEPS_IMAGE",
  COMPLETION_IMAGE: "completion runs in taskpack's own image. Set STEPS_IMAGE",
  REBASE_IMAGE: "a rebase runs the builder's own lifecycle or the image in LIFECYCLE_IMAGES. Remove the variable",
  BUILD_WAITER_IMAGE: 'taskpack has its own waiter. Set ENTRYPOINT_IMAGE',
  SYSTEM_SERVICE_ACCOUNT:
    'the controller signs nothing with its own account. Put the keys into Secrets of the ServiceAccount of the Builds',
  SCALING_FACTOR: 'taskpack does not limit requests a second. Set WORKERS',
  EXPERIMENTAL_GENERATE_SLSA_ATTESTATION:
    'Pods attest their images, and TaskRuns with ATTEST_BUILDS=all. Set ATTEST_BUILDS, or install Tekton Chains',
  CREDENTIAL_PROVIDER_SECRET_PATH: 'credentials come from the Secrets of ServiceAccounts. List the Secrets there',
  CONFIG_LOGGING_NAME: 'taskpack has no ConfigMap for logs. Set LOG_LEVEL',
  CONFIG_OBSERVABILITY_NAME: 'taskpack has no ConfigMap for metrics. Scrape /metrics at METRICS_PORT',
  METRICS_DOMAIN: 'the names of metrics are fixed. Remove the variable',
  WEBHOOK_PORT: 'taskpack has no webhook. Remove the variable',
};

/** Returns a warning for each of these variables that is set. */
function kpackVariableWarnings(variables: Readonly<Record<string, string>>): readonly Problem[] {
  return Object.entries(KPACK_VARIABLES).flatMap(([name, instead]) =>
    Object.hasOwn(variables, name)
      ? [fieldWarning([name], `is a variable of kpack and has no effect: ${instead}`)]
      : [],
  );
}
