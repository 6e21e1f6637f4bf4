import type { Problem } from '../../model/problem.ts';
import { readControllerSettings } from '../../settings/controller/read-controller-settings.ts';
import type { ControllerSettings } from '../../settings/controller/settings.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Terminal } from '../terminal.ts';
import type { ControllerFlags } from './flags.ts';

/** The settings in the environment and of the command line; all that is wrong with them ends the command. */
export function settingsOfController(
  { allowKpack }: ControllerFlags,
  { environment }: Terminal,
): { readonly settings: ControllerSettings; readonly warnings: readonly Problem[] } {
  const reading = readControllerSettings(environment);
  if (reading.kind === 'problems') throw new CommandFailure(reading.problems, 2);
  const { settings, warnings } = reading;
  return { settings: allowKpack === true ? { ...settings, allowKpack } : settings, warnings };
}
