import type { z } from 'zod';
import type { Problem } from '../model/problem.ts';
import { DEFAULT_SETTINGS } from './defaults.ts';
import type { Settings } from './settings.ts';
import { Variables } from './variables.ts';

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type SettingsReading =
  | { readonly kind: 'settings'; readonly settings: Settings }
  /** Every problem at once; the path of each is the variable's name. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Reads the settings of an environment. A variable that is empty counts as not set. */
export function readSettings(environment: Environment): SettingsReading {
  const written = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Variables.safeParse(written);
  const problems = [...(parsed.error?.issues ?? []).map(problemOf), ...aliasProblems(written)];
  if (!parsed.success || problems.length > 0) return { kind: 'problems', problems };
  return { kind: 'settings', settings: settingsOf(parsed.data) };
}

function settingsOf(variables: Variables): Settings {
  return {
    stepsImage: variables.STEPS_IMAGE,
    entrypointImage: variables.ENTRYPOINT_IMAGE,
    maximumPlatformApi: variables.MAXIMUM_PLATFORM_API_VERSION,
    trustUnknownSshHosts: variables.INSECURE_SSH_TRUST_UNKNOWN_HOSTS,
    waiterDelivery: variables.WAITER_DELIVERY,
    injectedSidecars:
      variables.SUPPORT_INJECTED_SIDECARS ?? variables.INJECTED_SIDECAR_SUPPORT ?? DEFAULT_SETTINGS.injectedSidecars,
  };
}

function problemOf(issue: z.core.$ZodIssue): Problem {
  return { severity: 'error', paths: [issue.path.map(String)], message: issue.message };
}

function aliasProblems(written: Environment): readonly Problem[] {
  const { SUPPORT_INJECTED_SIDECARS: name, INJECTED_SIDECAR_SUPPORT: alias } = written;
  if (name === undefined || alias === undefined || name === alias) return [];
  return [
    {
      severity: 'error',
      paths: [['SUPPORT_INJECTED_SIDECARS'], ['INJECTED_SIDECAR_SUPPORT']],
      message: 'are two names of one setting and must not differ',
    },
  ];
}
