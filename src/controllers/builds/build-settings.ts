import type { ControllerSettings } from '../../settings/controller-settings.ts';

/** The settings of an installation that Builds depend on. Times are in seconds. */
export type BuildSettings = Pick<
  ControllerSettings,
  | 'backend'
  | 'injectedSidecars'
  | 'waiterDelivery'
  | 'dummySidecar'
  | 'taskRunServiceAccount'
  | 'workloadIdentity'
  | 'envFromSecrets'
  | 'stepsImage'
  | 'entrypointImage'
  | 'maximumPlatformApi'
  | 'lifecycleImages'
  | 'requireTrustedLifecycle'
  | 'creatorBuilders'
  | 'allowedAnnotations'
  | 'trustUnknownSshHosts'
  | 'sourceLimits'
  | 'attestBuilds'
  | 'sidecarReadyDeadlineSeconds'
  | 'startDeadlineSeconds'
  | 'phaseSkipTimeoutSeconds'
  | 'maxDebugHoldSeconds'
>;
