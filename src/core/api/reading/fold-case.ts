import { fieldWarning, type FieldPath } from '../../model/problem.ts';
import { isJsonObject } from '../../model/json.ts';
import type { UnlocatedProblem } from './locate.ts';

/** An object whose field names have the case of the schema. */
export interface FoldedCase {
  readonly value: unknown;
  readonly problems: readonly UnlocatedProblem[];
  /** Returns the path of a field as written. */
  readonly writtenPath: (path: FieldPath) => FieldPath;
}

/** Returns an object whose field names keep their case. */
export function unfolded(value: unknown): FoldedCase {
  return { value, problems: [], writtenPath: (path) => path };
}

/**
 * Gives fields such as `workingdir` the name that `fieldsAt` allows at their path, with a warning. Go's encoding/json, which
 * early Tekton decoded objects with, prefers the exact name and otherwise ignores the case of names.
 */
export function foldCase(value: unknown, fieldsAt: (path: FieldPath) => readonly string[]): FoldedCase {
  const problems: UnlocatedProblem[] = [];
  const written = new Map<string, string>();
  const folded = (item: unknown, path: FieldPath, writtenPath: FieldPath): unknown => {
    if (Array.isArray(item)) return item.map((each, index) => folded(each, [...path, index], [...writtenPath, index]));
    if (!isJsonObject(item)) return item;
    const names = intendedNames(Object.keys(item), fieldsAt(path));
    return Object.fromEntries(
      Object.entries(item).map(([key, entry]) => {
        const name = names.get(key) ?? key;
        if (name !== key) {
          const message = `is read as ${JSON.stringify(name)}, as early Tekton did; later versions distinguish upper and lower case`;
          problems.push({ ...fieldWarning([...writtenPath, key], message), isOfKey: true });
          written.set(JSON.stringify([...path, name]), key);
        }
        return [name, folded(entry, [...path, name], [...writtenPath, key])];
      }),
    );
  };
  return {
    value: folded(value, [], []),
    problems,
    writtenPath: (path) =>
      path.map((segment, index) => written.get(JSON.stringify(path.slice(0, index + 1))) ?? segment),
  };
}

/** Returns the right name of each misspelt key. Of keys that differ only in case, the first has the name. */
function intendedNames(keys: readonly string[], allowed: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(keys.filter((key) => allowed.includes(key)));
  for (const key of keys) {
    if (allowed.includes(key)) continue;
    const name = allowed.find((field) => field.toLowerCase() === key.toLowerCase());
    if (name === undefined || taken.has(name)) continue;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}
