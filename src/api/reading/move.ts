import { fieldError, type FieldPath, type FieldProblem } from '../../model/problem.ts';
import { isObject } from './absent.ts';
import { lookup, startsWith } from './lookup.ts';

/** A field that stands elsewhere in another version of its kind. */
export interface Move {
  readonly from: FieldPath;
  readonly to: FieldPath;
  /** Where a text in the old place stands for something else in the new one; `undefined` if it cannot. */
  readonly decode?: (text: string) => unknown;
}

/** An object with its fields where the other version has them. */
export interface Moved {
  readonly value: unknown;
  readonly problems: readonly FieldProblem[];
  /** The moves that had something to move. */
  readonly made: readonly Move[];
}

/** Moves the fields of an object into their places in the version `apiVersion`; what already stands there wins. */
export function moveFields(value: unknown, moves: readonly Move[], apiVersion: string): Moved {
  if (moves.length === 0 && lookup(value, ['apiVersion']) === apiVersion) return { value, problems: [], made: [] };
  const root = isObject(value) ? { ...structuredClone(value), apiVersion } : value;
  const problems: FieldProblem[] = [];
  const made = moves.filter(({ from }) => lookup(root, from) !== undefined);
  for (const move of made) {
    const written = lookup(root, move.from);
    const moved = move.decode === undefined ? written : move.decode(String(written));
    if (moved === undefined) problems.push(fieldError(move.from, 'is not what kpack keeps here'));
    else if (lookup(root, move.to) === undefined) place(root, move.to, moved);
    remove(root, move.from);
  }
  return { value: root, problems, made };
}

/** The path, given in the new version, as the field is found in the document. */
export function writtenPath(
  path: FieldPath,
  moves: readonly Move[],
  made: readonly Move[],
  written: unknown,
): FieldPath {
  const exact =
    made.find(({ to }) => startsWith(path, to)) ??
    (lookup(written, path) === undefined
      ? moves.find(({ to, decode }) => decode === undefined && startsWith(path, to))
      : undefined);
  if (exact !== undefined) return [...exact.from, ...(exact.decode === undefined ? path.slice(exact.to.length) : [])];
  if (lookup(written, path) !== undefined) return path;
  return made.find(({ to }) => startsWith(to, path))?.from ?? path;
}

function place(root: unknown, path: FieldPath, value: unknown): void {
  let parent = root;
  for (const segment of path.slice(0, -1)) {
    if (!isObject(lookup(parent, [segment]))) Reflect.set(Object(parent), segment, {});
    parent = lookup(parent, [segment]);
  }
  Reflect.set(Object(parent), path.at(-1) ?? '', value);
}

function remove(root: unknown, path: FieldPath): void {
  const parent = lookup(root, path.slice(0, -1));
  if (isObject(parent)) Reflect.deleteProperty(parent, path.at(-1) ?? '');
}
