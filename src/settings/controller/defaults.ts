import { DEFAULT_SETTINGS } from '../defaults.ts';
import type { ControllerSettings } from './settings.ts';

/** What holds where nothing is set. */
export const DEFAULT_CONTROLLER_SETTINGS: ControllerSettings = {
  ...DEFAULT_SETTINGS,
  backend: 'auto',
  dummySidecar: 'auto',
  taskRunServiceAccount: 'isolated',
  sidecarReadyDeadline: 120,
  startDeadline: 600,
  stuckPhase: 10,
  tagRecheckInterval: 3600,
  workers: 8,
  registries: { insecure: [], mirrors: {} },
  logLevel: 'info',
  metricsPort: 9090,
  allowKpack: false,
};
