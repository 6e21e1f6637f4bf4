import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { CommandFailure } from './problems.ts';
import type { Terminal } from './terminal.ts';

/** Reads the settings from the environment. Throws `CommandFailure` with all problems. */
export function settingsOf({ environment }: Terminal): Settings {
  const reading = readSettings(environment);
  if (reading.kind === 'problems') throw new CommandFailure(reading.problems, 2);
  return reading.settings;
}
