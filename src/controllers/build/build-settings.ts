import type { ControllerSettings } from '../../settings/controller/settings.ts';

/** What an installation decides of how Builds run. Times are in seconds. */
export type BuildSettings = Pick<
  ControllerSettings,
  | 'backend'
  | 'injectedSidecars'
  | 'waiterDelivery'
  | 'dummySidecar'
  | 'taskRunServiceAccount'
  | 'stepsImage'
  | 'entrypointImage'
  | 'maximumPlatformApi'
  | 'trustUnknownSshHosts'
  | 'sourceLimits'
  | 'sidecarReadyDeadline'
  | 'startDeadline'
  | 'stuckPhase'
>;
