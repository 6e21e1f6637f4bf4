import type { Command } from 'commander';
import { closestMatch } from '../core/model/closest-match.ts';

/**
 * Adds suggestions to the errors about unknown options and commands, for a command and its subcommands. Only near typos
 * get one: commander's own suggestions include names of another meaning, such as "install" for "uninstall".
 */
export function suggestNames(command: Command): void {
  const before = command.configureOutput();
  command.configureOutput({
    outputError: (text, write) => before.outputError?.(withSuggestion(withArgumentName(text), command), write),
  });
  for (const below of command.commands) suggestNames(below);
}

/** Writes an argument as usage lines do. commander calls it a "command-argument value". */
function withArgumentName(text: string): string {
  return text.replace(
    /^error: command-argument value '(.*)' is invalid for argument '([^']*)'\./s,
    "error: argument <$2> '$1' is invalid.",
  );
}

const UNKNOWN = /^error: unknown (?<noun>option|command) '(?<name>.*)'\n$/s;

const MISSING = /^error: missing required argument '.*'\n$/;

function withSuggestion(text: string, command: Command): string {
  if (MISSING.test(text)) return `${text.trimEnd()}; usage: ${usageOf(command)}\n`;
  const { noun, name = '' } = UNKNOWN.exec(text)?.groups ?? {};
  if (noun === undefined) return text;
  const intended = noun === 'option' ? nearOption(name, optionsOf(command)) : nearName(name, commandsOf(command));
  return intended === undefined ? text : `${text.trimEnd()} (Did you mean ${intended}?)\n`;
}

/** Returns the usage with the names of the commands above, such as `taskpack trigger [options] <image>`. */
function usageOf(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each !== null; each = each.parent) names.unshift(each.name());
  return `${names.join(' ')} ${command.usage()}`;
}

function commandsOf(command: Command): readonly string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
}

/** Returns the long names of the options, without hyphens. */
function optionsOf(command: Command): readonly string[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long?.slice(2) ?? []);
}

/** Below this length, the beginning of a name is the beginning of too many names. */
const SHORTEST_PREFIX = 3;

/** Returns the option that is misspelt or cut short. An option with one hyphen is a letter, which is no typo of a name. */
function nearOption(written: string, options: readonly string[]): string | undefined {
  const name = /^--(?<name>[^=]+)/.exec(written)?.groups?.['name'];
  if (name === undefined) return undefined;
  const longer = name.length < SHORTEST_PREFIX ? [] : options.filter((option) => option.startsWith(name));
  const intended = nearName(name, options) ?? (longer.length === 1 ? longer[0] : undefined);
  return intended === undefined ? undefined : `--${intended}`;
}

/** From this length on, two differences are one typo more, not another word. */
const LONG_NAME = 8;

function nearName(written: string, names: readonly string[]): string | undefined {
  const near = closestMatch(written, names, 1);
  if (near !== undefined || written.length < LONG_NAME) return near;
  return closestMatch(
    written,
    names.filter((name) => name[0] === written[0]),
    2,
  );
}
