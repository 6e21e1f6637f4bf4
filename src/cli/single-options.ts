import type { Command, Option } from 'commander';
import { RepeatableOption } from './options.ts';

/** Refuses an option with a value that is given twice, unless the option is repeatable. */
export function refuseRepeated(command: Command): void {
  for (const option of command.options) {
    if (option.required && !(option instanceof RepeatableOption)) refuseSecond(command, option);
  }
  for (const below of command.commands) refuseRepeated(below);
}

function refuseSecond(command: Command, option: Option): void {
  let isGiven = false;
  // Commander emits this event for each occurrence on the command line, and another one for environment variables.
  command.on(`option:${option.name()}`, () => {
    if (isGiven) command.error(`error: option '${option.flags}' is given more than once`);
    isGiven = true;
  });
}
