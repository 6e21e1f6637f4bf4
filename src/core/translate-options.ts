import { CONTROLLER_NAMESPACE } from './model/installation-names.ts';
import { DEFAULT_SETTINGS } from './settings/settings.ts';
import type { TranslateOptions } from './translate/options.ts';

/** Returns the options of `taskpack translate` without flags: a TaskRun, init containers, default images. */
export function translateOptions(overrides: Partial<TranslateOptions> = {}): TranslateOptions {
  return {
    ...DEFAULT_SETTINGS,
    to: 'taskrun',
    layout: 'init',
    dummySidecar: 'auto',
    injectedSidecars: 'expected',
    controllerNamespace: CONTROLLER_NAMESPACE,
    strict: false,
    ...overrides,
  };
}
