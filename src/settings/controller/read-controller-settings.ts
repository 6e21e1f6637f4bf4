import type { Problem } from '../../model/problem.ts';
import { aliasProblems, problemOfVariable, writtenVariables, type Environment } from '../environment.ts';
import { settingsOf } from '../read-settings.ts';
import { kpackVariableWarnings } from './kpack-variables.ts';
import type { ControllerSettings, RegistrySettings } from './settings.ts';
import { ControllerVariables } from './variables.ts';

export type ControllerSettingsReading =
  | {
      readonly kind: 'settings';
      readonly settings: ControllerSettings;
      /** About variables that have no effect. */
      readonly warnings: readonly Problem[];
    }
  /** Every problem at once, warnings among them; the path of each is the variable's name. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Reads the settings of the controller from an environment. A variable that is empty counts as not set. */
export function readControllerSettings(environment: Environment): ControllerSettingsReading {
  const written = writtenVariables(environment);
  const parsed = ControllerVariables.safeParse(written);
  const errors = [
    ...(parsed.error?.issues ?? []).map(problemOfVariable),
    ...aliasProblems(written, 'SUPPORT_INJECTED_SIDECARS', 'INJECTED_SIDECAR_SUPPORT'),
    ...aliasProblems(written, 'LEASE_NAMESPACE', 'SYSTEM_NAMESPACE'),
  ];
  const warnings = kpackVariableWarnings(written);
  if (!parsed.success || errors.length > 0) return { kind: 'problems', problems: [...errors, ...warnings] };
  return { kind: 'settings', settings: controllerSettingsOf(parsed.data), warnings };
}

function controllerSettingsOf(variables: ControllerVariables): ControllerSettings {
  const leaseNamespace = variables.LEASE_NAMESPACE ?? variables.SYSTEM_NAMESPACE;
  return {
    ...settingsOf(variables),
    backend: variables.BACKEND,
    dummySidecar: variables.DUMMY_SIDECAR,
    taskRunServiceAccount: variables.TASKRUN_SERVICE_ACCOUNT,
    sidecarReadyDeadline: variables.SIDECAR_READY_DEADLINE,
    startDeadline: variables.START_DEADLINE,
    stuckPhase: variables.STUCK_PHASE,
    tagRecheckInterval: variables.TAG_RECHECK_INTERVAL,
    workers: variables.WORKERS,
    registries: registriesOf(variables),
    logLevel: variables.LOG_LEVEL,
    metricsPort: variables.METRICS_PORT,
    allowKpack: variables.ALLOW_KPACK,
    ...(leaseNamespace !== undefined && { leaseNamespace }),
    ...(variables.POD_NAME !== undefined && { podName: variables.POD_NAME }),
  };
}

function registriesOf(variables: ControllerVariables): RegistrySettings {
  const { INSECURE_REGISTRIES: insecure, REGISTRY_MIRRORS: mirrors, REGISTRY_CA_FILE: caFile } = variables;
  return { insecure, mirrors, ...(caFile !== undefined && { caFile }) };
}
