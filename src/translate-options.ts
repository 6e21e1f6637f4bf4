import { DEFAULT_SETTINGS } from './settings/defaults.ts';
import type { TranslateOptions } from './translate/options.ts';

/** Options with what the command takes where nothing else is asked for: a TaskRun, init containers, released images. */
export function translateOptions(overrides: Partial<TranslateOptions> = {}): TranslateOptions {
  return {
    to: 'taskrun',
    layout: 'init',
    dummySidecar: 'auto',
    injectedSidecars: 'expected',
    waiterDelivery: DEFAULT_SETTINGS.waiterDelivery,
    maximumPlatformApi: DEFAULT_SETTINGS.maximumPlatformApi,
    strict: false,
    images: { steps: DEFAULT_SETTINGS.stepsImage, entrypoint: DEFAULT_SETTINGS.entrypointImage },
    trustUnknownSshHosts: DEFAULT_SETTINGS.trustUnknownSshHosts,
    sourceLimits: DEFAULT_SETTINGS.sourceLimits,
    ...overrides,
  };
}
