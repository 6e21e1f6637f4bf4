import * as z from 'zod';
import { flag, integer, oneOf } from '../value.ts';
import { Variables } from '../variables.ts';
import { DEFAULT_CONTROLLER_SETTINGS as DEFAULT } from './defaults.ts';
import { hosts, label, mirrors, seconds } from './value.ts';

/** The environment variables of the controller: those of every command, and its own. */
export const ControllerVariables = z.object({
  ...Variables.shape,
  BACKEND: oneOf(['auto', 'tekton', 'native']).default(DEFAULT.backend),
  DUMMY_SIDECAR: oneOf(['auto', 'always', 'never']).default(DEFAULT.dummySidecar),
  TASKRUN_SERVICE_ACCOUNT: oneOf(['isolated', 'build']).default(DEFAULT.taskRunServiceAccount),
  SIDECAR_READY_DEADLINE: seconds.default(DEFAULT.sidecarReadyDeadline),
  START_DEADLINE: seconds.default(DEFAULT.startDeadline),
  STUCK_PHASE: seconds.default(DEFAULT.stuckPhase),
  TAG_RECHECK_INTERVAL: seconds.default(DEFAULT.tagRecheckInterval),
  WORKERS: integer(1, 100).default(DEFAULT.workers),
  INSECURE_REGISTRIES: hosts.default([]),
  REGISTRY_MIRRORS: mirrors.default({}),
  REGISTRY_CA_FILE: z.string().exactOptional(),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error']).default(DEFAULT.logLevel),
  METRICS_PORT: integer(0, 65_535).default(DEFAULT.metricsPort),
  ALLOW_KPACK: flag.default(DEFAULT.allowKpack),
  LEASE_NAMESPACE: label.exactOptional(),
  /** The name that kpack's controller reads. */
  SYSTEM_NAMESPACE: label.exactOptional(),
  POD_NAME: z.string().exactOptional(),
});

export type ControllerVariables = z.infer<typeof ControllerVariables>;
