import { misspeltSettings, readSettings } from '../core/settings/read-settings.ts';
import type { Settings } from '../core/settings/settings.ts';
import { CommandFailure, reportProblems } from './problems.ts';
import type { Terminal } from './terminal.ts';

/** Reads the settings from the environment and prints the warnings about variables. Throws `CommandFailure` with all problems. */
export function settingsOf({ environment, errors }: Terminal): Settings {
  const reading = readSettings(environment);
  if (reading.kind === 'problems') throw new CommandFailure(reading.problems, 2);
  reportProblems(reading.warnings, errors);
  return reading.settings;
}

/** Prints the warnings about variables, for a command that needs no setting. */
export function warnOfMisspeltSettings({ environment, errors }: Terminal): void {
  reportProblems(misspeltSettings(environment), errors);
}
