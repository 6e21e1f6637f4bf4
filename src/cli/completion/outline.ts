import type { Command, Option } from 'commander';
import { ObjectArgument, ObjectOption, type OfferedObjects } from '../object-names.ts';

/** The part of a command that shell completion needs. */
export interface CommandOutline {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionOutline[];
  /** The choices of the command's argument. */
  readonly words: readonly string[];
  /** The objects of a cluster that the command's argument names. */
  readonly offers: readonly OfferedObjects[];
  readonly commands: readonly CommandOutline[];
}

/** The value of an option: none, a file, free text, one of these words, or the name of an object of a cluster. */
export type OptionValue = 'none' | 'file' | 'free' | readonly string[] | { readonly offers: readonly OfferedObjects[] };

export interface OptionOutline {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  readonly value: OptionValue;
}

/** Derives the outline from the command definitions, so that completion always matches `--help`. */
export function outlineOf(command: Command): CommandOutline {
  const commands = command.createHelp().visibleCommands(command).map(outlineOf);
  return {
    name: command.name(),
    description: command.description(),
    options: optionsOf(command),
    words: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    offers: command.registeredArguments.flatMap((argument) =>
      argument instanceof ObjectArgument ? argument.offers : [],
    ),
    commands: commands.map((each) => (each.name === 'help' ? { ...each, commands: topicsOf(commands) } : each)),
  };
}

/** Returns the arguments of `help`: command names without options. */
function topicsOf(commands: readonly CommandOutline[]): readonly CommandOutline[] {
  return commands.map((command) => ({
    ...command,
    options: [],
    words: [],
    offers: [],
    commands: topicsOf(command.commands),
  }));
}

function optionsOf(command: Command): readonly OptionOutline[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({
      long: option.long ?? option.flags,
      short: option.short,
      description: option.description,
      value: valueOf(option),
    }));
}

/** Shells complete directories with the names of files. */
const FILE_VALUE = /<(?:path|file|directory)>/;

function valueOf(option: Option): OptionValue {
  if (!option.required) return 'none';
  if (option instanceof ObjectOption) return { offers: option.offers };
  return option.argChoices ?? (FILE_VALUE.test(option.flags) ? 'file' : 'free');
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
