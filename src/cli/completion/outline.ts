import type { Command } from 'commander';

/** What a shell needs to know of a command, or of the program, to complete its command lines. */
export interface CommandOutline {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionOutline[];
  /** The words that its argument may be. */
  readonly words: readonly string[];
  readonly commands: readonly CommandOutline[];
}

export interface OptionOutline {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  /** What follows the option: nothing, a file, one of these words, or something that only the user knows. */
  readonly value: 'none' | 'file' | 'free' | readonly string[];
}

/** Reads the outline off the definitions, so that completion cannot tell anything else than `--help` does. */
export function outlineOf(command: Command): CommandOutline {
  const commands = command.createHelp().visibleCommands(command).map(outlineOf);
  return {
    name: command.name(),
    description: command.description(),
    options: optionsOf(command),
    words: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    commands: commands.map((each) => (each.name === 'help' ? { ...each, commands: topicsOf(commands) } : each)),
  };
}

/** What may follow `help`: the names of commands alone. */
function topicsOf(commands: readonly CommandOutline[]): readonly CommandOutline[] {
  return commands.map((command) => ({ ...command, options: [], words: [], commands: topicsOf(command.commands) }));
}

function optionsOf(command: Command): readonly OptionOutline[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({
      long: option.long ?? option.flags,
      short: option.short,
      description: option.description,
      value: valueOf(option.required, option.argChoices, option.flags),
    }));
}

function valueOf(isExpected: boolean, choices: readonly string[] | undefined, flags: string): OptionOutline['value'] {
  if (!isExpected) return 'none';
  return choices ?? (flags.includes('<path>') ? 'file' : 'free');
}
