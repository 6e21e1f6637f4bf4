import type { FieldPath } from '../../model/problem.ts';

/** Returns the value at a path, or `undefined` if the path leads to no value. */
export function lookup(value: unknown, path: FieldPath): unknown {
  let current = value;
  for (const segment of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = Reflect.get(current, segment);
  }
  return current;
}

/** True if the paths are equal, or one is a prefix of the other. */
export function isRelated(one: FieldPath, other: FieldPath): boolean {
  return startsWith(one, other) || startsWith(other, one);
}

/** True if `path` equals `prefix` or is below it. */
export function startsWith(path: FieldPath, prefix: FieldPath): boolean {
  return path.length >= prefix.length && prefix.every((segment, index) => segment === path[index]);
}
