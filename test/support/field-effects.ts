import type { FieldPath, FieldProblem } from '../../src/core/model/problem.ts';

/** An object of the input. */
type Value = unknown;

/** Returns the path of every scalar of a value. */
function leafPaths(value: Value, path: FieldPath = []): readonly FieldPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: readonly (readonly [string | number, Value])[] = Array.isArray(value)
    ? value.map((item: Value, index) => [index, item] as const)
    : Object.entries(value);
  return entries.flatMap(([key, entry]) => leafPaths(entry, [...path, key]));
}

/** Everything that the user sees for an object. */
export interface Outcome {
  readonly output: string;
  readonly problems: readonly FieldProblem[];
}

/**
 * Returns the fields of an object that change none of the outcomes, neither if they are removed, nor if they have another value
 * of the same type. The last outcome is of the whole input: omits fields that one of its problems names, and those that
 * `isLeftOut` selects.
 */
export function fieldsWithoutEffect(
  value: Value,
  outcomes: readonly [...((value: Value) => Outcome)[], (value: Value) => Outcome],
  isLeftOut: (path: FieldPath) => boolean,
): readonly FieldPath[] {
  const before = outcomes.map((outcomeOf) => outcomeOf(value));
  const named = (before.at(-1)?.problems ?? []).flatMap(({ paths }) => paths).filter((path) => path.length > 0);
  return leafPaths(value)
    .filter((path) => !isLeftOut(path))
    .filter((path) => !named.some((prefix) => prefix.every((segment, index) => segment === path[index])))
    .filter((path) =>
      outcomes.every((outcomeOf, index) =>
        variants(value, path).every((variant) => outcomeOf(variant).output === before[index]?.output),
      ),
    );
}

function variants(value: Value, path: FieldPath): readonly Value[] {
  return [changed(value, path, () => undefined), changed(value, path, otherValue)];
}

/** Returns a copy with another value at the path. `undefined` removes the field or item. */
function changed(value: Value, [key, ...below]: FieldPath, change: (leaf: Value) => Value): Value {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((item: Value, index) => {
      const next = index === key ? changed(item, below, change) : item;
      return next === undefined ? [] : [next];
    });
  }
  const entries = Object.entries(value as Readonly<Record<string, Value>>).flatMap(([name, entry]) => {
    const next = name === key ? changed(entry, below, change) : entry;
    return next === undefined ? [] : [[name, next] as const];
  });
  return Object.fromEntries(entries);
}

function otherValue(leaf: Value): Value {
  // A duration or quantity stays valid, because the message about an invalid one would count as its effect.
  if (typeof leaf === 'string') return /^\d/.test(leaf) ? `1${leaf}` : `${leaf}1`;
  if (typeof leaf === 'number') return leaf + 1;
  if (typeof leaf === 'boolean') return !leaf;
  return leaf === null ? 'text' : undefined;
}
