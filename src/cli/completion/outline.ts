import type { Command } from 'commander';

/** The part of a command that shell completion needs. */
export interface CommandOutline {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionOutline[];
  /** The choices of the command's argument. */
  readonly words: readonly string[];
  readonly commands: readonly CommandOutline[];
}

export interface OptionOutline {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  /** The option's value: none, a file, one of these words, or free text. */
  readonly value: 'none' | 'file' | 'free' | readonly string[];
}

/** Derives the outline from the command definitions, so that completion always matches `--help`. */
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

/** Returns the arguments of `help`: command names without options. */
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

/** A command with its full name, such as `taskpack builder digest`. */
export interface CommandLine {
  readonly words: string;
  readonly command: CommandOutline;
}

/** Lists the program and all commands, each before its subcommands. */
export function commandLinesOf(command: CommandOutline, words = command.name): readonly CommandLine[] {
  const below = command.commands.flatMap((each) => commandLinesOf(each, `${words} ${each.name}`));
  return [{ words, command }, ...below];
}
