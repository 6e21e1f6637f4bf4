import type { FieldPath } from '../../model/problem.ts';

/** The value at a path, `undefined` where nothing is written. */
export function lookup(value: unknown, path: FieldPath): unknown {
  let current = value;
  for (const segment of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = Reflect.get(current, segment);
  }
  return current;
}

/** Whether one path leads to or through the other. */
export function isRelated(one: FieldPath, other: FieldPath): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((segment, index) => segment === other[index]);
}

/** Whether `path` is `prefix` or lies below it. */
export function startsWith(path: FieldPath, prefix: FieldPath): boolean {
  return path.length >= prefix.length && isRelated(path, prefix);
}
