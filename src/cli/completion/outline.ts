import type { Command } from 'commander';

/** What a shell needs to know of a program to complete its command lines. */
export interface ProgramOutline {
  readonly name: string;
  readonly commands: readonly CommandOutline[];
  readonly options: readonly OptionOutline[];
}

export interface CommandOutline {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionOutline[];
  /** The words that its argument may be. */
  readonly words: readonly string[];
}

export interface OptionOutline {
  readonly long: string;
  readonly short: string | undefined;
  readonly description: string;
  /** What follows the option: nothing, a file, one of these words, or something that only the user knows. */
  readonly value: 'none' | 'file' | 'free' | readonly string[];
}

/** Reads the outline off the definitions, so that completion cannot tell anything else than `--help` does. */
export function outlineOf(program: Command): ProgramOutline {
  const help = program.createHelp();
  const commands = help.visibleCommands(program).map((command) => ({
    name: command.name(),
    description: command.description(),
    options: optionsOf(command),
    words: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
  }));
  const names = commands.map(({ name }) => name).filter((name) => name !== 'help');
  return {
    name: program.name(),
    options: optionsOf(program),
    commands: commands.map((command) => (command.name === 'help' ? { ...command, words: names } : command)),
  };
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
