import { CONTROLLER_NAMESPACE } from './model/installation-names.ts';
import { DEFAULT_SETTINGS } from './settings/settings.ts';
import type { TranslateOptions } from './translate/options.ts';

/** Returns the options of `taskpack translate` without flags: a TaskRun, init containers, default images. */
export function translateOptions(overrides: Partial<TranslateOptions> = {}): TranslateOptions {
  return {
    to: 'taskrun',
    layout: 'init',
    dummySidecar: 'auto',
    injectedSidecars: 'expected',
    waiterDelivery: DEFAULT_SETTINGS.waiterDelivery,
    maximumPlatformApi: DEFAULT_SETTINGS.maximumPlatformApi,
    controllerNamespace: CONTROLLER_NAMESPACE,
    strict: false,
    images: { steps: DEFAULT_SETTINGS.stepsImage, entrypoint: DEFAULT_SETTINGS.entrypointImage },
    lifecycleImages: DEFAULT_SETTINGS.lifecycleImages,
    requireTrustedLifecycle: DEFAULT_SETTINGS.requireTrustedLifecycle,
    creatorBuilders: DEFAULT_SETTINGS.creatorBuilders,
    allowedAnnotations: DEFAULT_SETTINGS.allowedAnnotations,
    workloadIdentity: DEFAULT_SETTINGS.workloadIdentity,
    envFromSecrets: DEFAULT_SETTINGS.envFromSecrets,
    trustUnknownSshHosts: DEFAULT_SETTINGS.trustUnknownSshHosts,
    sourceLimits: DEFAULT_SETTINGS.sourceLimits,
    attestBuilds: DEFAULT_SETTINGS.attestBuilds,
    ...overrides,
  };
}
