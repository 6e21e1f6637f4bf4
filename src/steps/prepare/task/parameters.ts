import { parseFlags } from '../../flags.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';

/**
 * The parameters and workspaces of a Task, as the Task passes them to prepare. A parameter with an empty value counts as
 * not given. A method that finds a problem records it and returns a placeholder, so call `throwProblems` at the end.
 */
export interface Parameters<Flag extends string> {
  /** Returns the value of a flag. A parameter with two names can be given by both if the values are equal. */
  readonly value: (flag: Flag) => string | undefined;
  readonly required: (flag: Flag) => string;
  readonly boolean: (flag: Flag) => boolean;
  readonly list: (flag: Flag) => readonly string[];
  /** Returns the value that is not the default. Here an empty value counts as given. */
  readonly override: (flag: Flag, byDefault: string) => string;
  /** Reads `NAME=FILE` pairs: the files of the step's results. */
  readonly resultFiles: (flag: Flag) => ReadonlyMap<string, string>;
  readonly operands: readonly string[];
  readonly addProblem: (problem: string) => void;
  /** Throws `InputsUnusable` with every problem found. */
  readonly throwProblems: () => void;
}

/** Reads flags. `names` maps each flag to the name that messages use for it. Throws `InputsUnusable`. */
export function readParameters<Flag extends string>(
  args: readonly string[],
  names: Readonly<Record<Flag, string>>,
): Parameters<Flag> {
  const { values, operands } = parseFlags(args, Object.keys(names));
  const problems: string[] = [];
  const only = (flag: Flag, texts: readonly string[]): string | undefined => {
    const [text, ...others] = new Set(texts);
    if (others.length > 0) problems.push(differingValues(names[flag], [text ?? '', ...others]));
    return text;
  };
  const list = (flag: Flag): readonly string[] => values(flag).filter((text) => text !== '');
  const value = (flag: Flag): string | undefined => only(flag, list(flag));
  return {
    value,
    list,
    operands,
    required: (flag) => {
      const text = value(flag);
      if (text === undefined) problems.push(`${names[flag]} is missing`);
      return text ?? '';
    },
    boolean: (flag) => {
      const text = value(flag) ?? 'false';
      if (text !== 'true' && text !== 'false') {
        problems.push(`${names[flag]} must be true or false, not ${JSON.stringify(text)}`);
      }
      return text === 'true';
    },
    override: (flag, byDefault) => {
      const others = values(flag).filter((text) => text !== byDefault);
      return only(flag, others) ?? byDefault;
    },
    resultFiles: (flag) => new Map(list(flag).map(nameAndFile)),
    addProblem: (problem) => void problems.push(problem),
    throwProblems: () => {
      if (problems.length > 0) throw new PrepareError('InputsUnusable', problems.join('; '));
    },
  };
}

function differingValues(name: string, values: readonly string[]): string {
  const shown = values.map((value) => JSON.stringify(value)).join(' and ');
  return `${name} is given twice with different values, ${shown}: give only one`;
}

function nameAndFile(text: string): readonly [name: string, file: string] {
  const [name = '', ...file] = text.split('=');
  return [name, file.join('=')];
}
