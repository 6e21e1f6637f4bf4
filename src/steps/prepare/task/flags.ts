import { parseArgs } from 'node:util';
import { PrepareError } from '../prepare-error.ts';
import { splitArguments } from './split-arguments.ts';

/** What a Task's arguments say; what was left empty was not given. */
export interface Flags {
  /** Of a flag that means one thing, however often it is given. Throws `InputsUnusable` where it means several. */
  readonly value: (name: string) => string | undefined;
  /** Throws `InputsUnusable` where it is missing. */
  readonly required: (name: string) => string;
  readonly given: (name: string) => readonly string[];
  /** Of a flag whose parameters have a default and may be empty: what of it is not the default. Throws as `value` does. */
  readonly chosen: (name: string, byDefault: string) => string;
  /** All behind `--`, which is data. */
  readonly rest: readonly string[];
}

/** What users know a flag as. */
type Words = Readonly<Record<string, string>>;

/** Reads `-NAME=TEXT`; one dash or two are the same. Throws `InputsUnusable`. */
export function readFlags(args: readonly string[], names: readonly string[], words: Words): Flags {
  const { options, data } = splitArguments(args);
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string', multiple: true }] as const));
  const flags = options.map((arg) => arg.replace(/^-(?=[a-z])/, '--'));
  const values = parsed(flags, known);
  const given = (name: string): readonly string[] => (values[name] ?? []).filter((text) => text !== '');
  const chosen = (name: string, byDefault: string): string => {
    const others = (values[name] ?? []).filter((text) => text !== byDefault);
    return single(words[name] ?? `-${name}`, others) ?? byDefault;
  };
  const value = (name: string): string | undefined => single(words[name] ?? `-${name}`, given(name));
  const required = (name: string): string => {
    const text = value(name);
    if (text === undefined) throw unusable(`${words[name] ?? `-${name}`} is missing`);
    return text;
  };
  return { value, required, given, chosen, rest: data };
}

/** Where a result goes: `NAME=FILE`. */
export function resultFile(text: string): readonly [name: string, file: string] {
  const [name = '', ...file] = text.split('=');
  return [name, file.join('=')];
}

export function unusable(sentence: string): PrepareError {
  return new PrepareError('InputsUnusable', sentence);
}

function parsed(
  args: string[],
  options: Readonly<Record<string, { readonly type: 'string'; readonly multiple: true }>>,
): Readonly<Record<string, readonly string[] | undefined>> {
  try {
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw unusable(cause instanceof Error ? cause.message : String(cause));
  }
}

/** A parameter that goes by two names may be given by both, if they agree. */
function single(words: string, texts: readonly string[]): string | undefined {
  const [text, ...others] = new Set(texts);
  if (others.length === 0) return text;
  const shown = [text, ...others].map((one) => JSON.stringify(one)).join(' and ');
  throw unusable(`${words} is given twice, as ${shown}: give one of both`);
}
