import { check } from '../api/reading/check.ts';
import { parseJson } from '../model/json.ts';
import { formatFieldPath, type FieldPath } from '../model/problem.ts';
import type { Label } from './labels.ts';

/** Reads labels that hold JSON; what cannot be read is absent, and said. */
export interface LabelReader {
  readonly read: <T>(label: Label<T>) => T | undefined;
  readonly has: (label: Label<unknown>) => boolean;
  /** A sentence each. */
  readonly problems: () => readonly string[];
}

export function labelReader(labels: ReadonlyMap<string, string>): LabelReader {
  // A label may be asked for more than once.
  const problems = new Set<string>();
  return {
    has: ({ name }) => labels.has(name),
    problems: () => [...problems],
    read: ({ name, schema }) => {
      const text = labels.get(name);
      if (text === undefined || text === '') return undefined;
      const json = parseJson(text);
      if (json === undefined) {
        // The parser's own error quotes the text, of which there may be much.
        problems.add(`label ${name} is not JSON`);
        return undefined;
      }
      const checked = check(schema, json, false);
      for (const { paths, message } of checked.problems) problems.add(`label ${name}: ${place(paths[0])}${message}`);
      return checked.value;
    },
  };
}

function place(path: FieldPath): string {
  return path.length === 0 ? '' : `${formatFieldPath(path)}: `;
}
