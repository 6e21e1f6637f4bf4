import type { CommandOutline } from './outline.ts';

/** A command with the words that call it: `taskpack builder digest`. */
export interface CommandLine {
  readonly words: string;
  readonly command: CommandOutline;
}

/** The program and every command below it, each before its own. */
export function commandLinesOf(command: CommandOutline, words = command.name): readonly CommandLine[] {
  const below = command.commands.flatMap((each) => commandLinesOf(each, `${words} ${each.name}`));
  return [{ words, command }, ...below];
}
