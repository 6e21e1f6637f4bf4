import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import { isJsonObject, isSameJson } from '../../model/json.ts';
import { lookup, startsWith } from './lookup.ts';

/** A field that has another path in another version of its kind. */
export interface FieldConversion {
  readonly from: FieldPath;
  readonly to: FieldPath;
  /** Decodes the old field's string into the new field's value. Returns `undefined` if the string is invalid. */
  readonly decode?: (text: string) => unknown;
  /**
   * Says that the new field counts if both have different values, silently or with a warning. Otherwise such an object is
   * refused.
   */
  readonly ifDifferent?: 'new-counts' | 'new-counts-with-warning';
}

/** An object whose fields have the paths of the target version. */
export interface ConvertedFields {
  readonly value: unknown;
  readonly problems: readonly FieldProblem[];
  /** The conversions whose old field is present. */
  readonly applied: readonly FieldConversion[];
}

/**
 * Moves the fields of an object to their paths in the version `apiVersion`. A field that already has another value there is
 * a problem, because one of the two values would be lost (Tekton's conversions refuse it too: `ErrMultipleOneOf`).
 */
export function convertFields(
  value: unknown,
  conversions: readonly FieldConversion[],
  apiVersion: string,
): ConvertedFields {
  if (conversions.length === 0 && lookup(value, ['apiVersion']) === apiVersion)
    return { value, problems: [], applied: [] };
  const root = isJsonObject(value) ? { ...structuredClone(value), apiVersion } : value;
  const problems: FieldProblem[] = [];
  const applied = conversions.filter(({ from }) => lookup(root, from) !== undefined);
  for (const conversion of applied) {
    const written = lookup(root, conversion.from);
    const converted = conversion.decode === undefined ? written : conversion.decode(String(written));
    if (converted === undefined)
      problems.push(
        fieldError(
          conversion.from,
          'cannot be decoded: kpack writes JSON or a number here; correct or remove the annotation',
        ),
      );
    else if (isEmpty(lookup(root, conversion.to))) place(root, conversion.to, converted);
    else if (!isEmpty(converted) && !isSameJson(converted, lookup(root, conversion.to)))
      problems.push(...bothGiven(conversion));
    remove(root, conversion.from);
  }
  return { value: root, problems, applied };
}

/** True for the values that Go and Tekton do not tell apart from a missing field. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
}

function bothGiven({ from, to, ifDifferent }: FieldConversion): readonly FieldProblem[] {
  const message = 'the first field is the former name of the second, and their values differ';
  const paths = [from, to] as const;
  if (ifDifferent === 'new-counts') return [];
  return ifDifferent === undefined
    ? [{ severity: 'error', paths, message: `${message}; keep one of the two` }]
    : [{ severity: 'warning', paths, message: `${message}; the second counts` }];
}

/** Maps a path in the document to the path of the same field in the target version. */
export function pathAfterConversion(path: FieldPath, conversions: readonly FieldConversion[]): FieldPath {
  const moved = conversions.find(({ from, decode }) => decode === undefined && startsWith(path, from));
  return moved === undefined ? path : [...moved.to, ...path.slice(moved.from.length)];
}

/** Maps a path in the target version to the path of the same field in the document. */
export function pathBeforeConversion(
  path: FieldPath,
  conversions: readonly FieldConversion[],
  applied: readonly FieldConversion[],
  written: unknown,
): FieldPath {
  const exact =
    applied.find(({ to }) => startsWith(path, to)) ??
    (lookup(written, path) === undefined
      ? conversions.find(({ to, decode }) => decode === undefined && startsWith(path, to))
      : undefined);
  if (exact !== undefined) return [...exact.from, ...(exact.decode === undefined ? path.slice(exact.to.length) : [])];
  if (lookup(written, path) !== undefined) return path;
  return applied.find(({ to }) => startsWith(to, path))?.from ?? path;
}

function place(root: unknown, path: FieldPath, value: unknown): void {
  let parent = root;
  for (const segment of path.slice(0, -1)) {
    const next = lookup(parent, [segment]);
    if (!isJsonObject(next) && !Array.isArray(next)) Reflect.set(Object(parent), segment, {});
    parent = lookup(parent, [segment]);
  }
  Reflect.set(Object(parent), path.at(-1) ?? '', value);
}

function remove(root: unknown, path: FieldPath): void {
  const parent = lookup(root, path.slice(0, -1));
  if (isJsonObject(parent)) Reflect.deleteProperty(parent, path.at(-1) ?? '');
}
