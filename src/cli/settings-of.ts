import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { CommandFailure } from './command-failure.ts';
import type { Terminal } from './terminal.ts';

/** The settings in the environment; all that is wrong with them ends the command. */
export function settingsOf({ environment }: Terminal): Settings {
  const reading = readSettings(environment);
  if (reading.kind === 'problems') throw new CommandFailure(reading.problems, 2);
  return reading.settings;
}
