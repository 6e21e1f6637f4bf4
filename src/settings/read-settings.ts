import type { Problem } from '../model/problem.ts';
import { DEFAULT_SETTINGS } from './defaults.ts';
import { aliasProblems, problemOfVariable, writtenVariables, type Environment } from './environment.ts';
import type { Settings } from './settings.ts';
import { Variables } from './variables.ts';

export type SettingsReading =
  | { readonly kind: 'settings'; readonly settings: Settings }
  /** Every problem at once; the path of each is the variable's name. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Reads the settings of an environment. A variable that is empty counts as not set. */
export function readSettings(environment: Environment): SettingsReading {
  const written = writtenVariables(environment);
  const parsed = Variables.safeParse(written);
  const problems = [
    ...(parsed.error?.issues ?? []).map(problemOfVariable),
    ...aliasProblems(written, 'SUPPORT_INJECTED_SIDECARS', 'INJECTED_SIDECAR_SUPPORT'),
  ];
  if (!parsed.success || problems.length > 0) return { kind: 'problems', problems };
  return { kind: 'settings', settings: settingsOf(parsed.data) };
}

/** The settings that variables stand for. */
export function settingsOf(variables: Variables): Settings {
  return {
    stepsImage: variables.STEPS_IMAGE,
    entrypointImage: variables.ENTRYPOINT_IMAGE,
    maximumPlatformApi: variables.MAXIMUM_PLATFORM_API_VERSION,
    trustUnknownSshHosts: variables.INSECURE_SSH_TRUST_UNKNOWN_HOSTS,
    sourceLimits: { bytes: variables.SOURCE_MAX_BYTES, entries: variables.SOURCE_MAX_ENTRIES },
    waiterDelivery: variables.WAITER_DELIVERY,
    injectedSidecars:
      variables.SUPPORT_INJECTED_SIDECARS ?? variables.INJECTED_SIDECAR_SUPPORT ?? DEFAULT_SETTINGS.injectedSidecars,
  };
}
