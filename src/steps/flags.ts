import { parseArgs } from 'node:util';
import { StepError } from '../core/model/step-failures/step-error.ts';

/** The flags of a command line. */
export interface Flags<Name extends string> {
  /** Returns every value of a flag in the order given. */
  readonly values: (name: Name) => readonly string[];
  /** The arguments after the first `--`. They are data, even if they look like flags. */
  readonly operands: readonly string[];
}

/** For a boolean option, parseArgs takes a value only after `=`, so that a missing value cannot swallow the next argument. */
const INLINE_VALUE = { type: 'boolean', multiple: true } as const;

/**
 * Parses flags as `-name=value`. As in Go's `flag` package, one dash and two dashes mean the same. Throws
 * `InputsUnusable` with every unknown argument and every missing value.
 */
export function parseFlags<Name extends string>(args: readonly string[], names: readonly Name[]): Flags<Name> {
  const options = Object.fromEntries(names.map((name) => [name, INLINE_VALUE]));
  const { flags, operands } = splitArguments(args);
  const { values, tokens } = parseArgs({ args: flags, options, strict: false, allowPositionals: true, tokens: true });
  const problems = tokens.flatMap((token) => problemsOf(token, names));
  if (problems.length > 0) throw new StepError('InputsUnusable', problems.join('; '));
  return { values: (name) => [values[name] ?? []].flat().filter(isText), operands };
}

/** Returns the first value of a flag and ignores all other arguments. It selects a command whose flags are parsed later. */
export function firstValue(args: readonly string[], name: string): string | undefined {
  const options = { [name]: INLINE_VALUE };
  const { values } = parseArgs({ args: splitArguments(args).flags, options, strict: false, allowPositionals: true });
  return [values[name] ?? []].flat().find(isText);
}

/** True if `-help` or `--help` comes before the first `--`. */
export function asksForHelp(args: readonly string[]): boolean {
  return splitArguments(args).flags.includes('--help');
}

function isText(value: string | boolean): value is string {
  return typeof value === 'string';
}

/** Separates flags, each with two dashes, from operands. */
function splitArguments(args: readonly string[]): { readonly flags: string[]; readonly operands: readonly string[] } {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return {
    flags: args.slice(0, end).map((arg) => arg.replace(/^-(?=[a-z])/, '--')),
    operands: args.slice(end + 1),
  };
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** Names flags without their values, which can be secrets. */
function problemsOf(token: Token, names: readonly string[]): readonly string[] {
  switch (token.kind) {
    case 'positional':
      return [`unexpected argument ${JSON.stringify(token.value)}`];
    case 'option-terminator':
      return [];
    case 'option':
      if (!names.includes(token.name)) return [`unknown flag ${token.rawName}`];
      return token.value === undefined ? [`${token.rawName} needs a value: ${token.rawName}=VALUE`] : [];
  }
}
