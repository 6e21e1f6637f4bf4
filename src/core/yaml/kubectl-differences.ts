import { EVENT_ID, type ScalarEvent } from 'js-yaml';
import { fieldError, type FieldPath, type FieldProblem } from '../model/problem.ts';
import { isSuspicious, kubectlReading, numberLoss } from './kubectl-scalar.ts';
import { readingOf } from './kubectl-values.ts';
import type { PositionEntry, PositionNode } from './position-tree.ts';
import { isMergeKey, isPlain, plainValue, scalarText, type YamlText } from './yaml-events.ts';

/** A value or key that kubectl reads differently than YAML 1.2 requires. */
export interface KubectlDifference {
  readonly path: FieldPath;
  readonly start: number;
  /** kubectl's reading of a value. Absent if the difference is not in a value. */
  readonly reading?: boolean | number;
  /** Returns the problem. If `isSecret`, the message does not quote a value. Keys are always quoted. */
  readonly describe: (isSecret: boolean) => FieldProblem;
}

/** True if the document that starts at `index` may contain differences. A fast check that excludes most documents. */
export function mayHaveDifferences({ text, events }: YamlText, index: number): boolean {
  for (let next = index; next < events.length; next += 1) {
    const event = events[next];
    if (event?.type === EVENT_ID.DOCUMENT) return false;
    if (event?.type !== EVENT_ID.SCALAR || !isPlainOrNumber(text, event)) continue;
    if (isMergeKey(text, event) || isSuspicious(text.slice(event.valueStart, event.valueEnd))) return true;
    if (mayBeOtherToken(text, event)) return true;
  }
  return false;
}

/** Returns all differences in the node at the path, in the order of the text. */
export function findDifferences(text: string, node: PositionNode, path: FieldPath): readonly KubectlDifference[] {
  // The target of an alias is checked at its anchor.
  if (node.isAlias === true) return [];
  return [
    ...valueDifferences(text, node, path),
    ...node.mergedOver.map((entry) => mergeDifference(entry, path)),
    ...[...node.entries.values()].flatMap((entry) => (entry.isMerged ? [] : entryDifferences(text, entry, node, path))),
    ...node.items.flatMap((item, index) => [
      ...tokenDifferences(text, item.scalar, node, [...path, index]),
      ...findDifferences(text, item, [...path, index]),
    ]),
  ];
}

function entryDifferences(
  text: string,
  entry: PositionEntry,
  parent: PositionNode,
  parentPath: FieldPath,
): readonly KubectlDifference[] {
  const path = [...parentPath, entry.name];
  return [
    ...tokenDifferences(text, entry.key, parent, path),
    ...tokenDifferences(text, entry.node.isAlias === true ? undefined : entry.node.scalar, parent, path),
    ...keyDifferences(text, entry, path),
    ...findDifferences(text, entry.node, path),
  ];
}

/** A fast check for `tokenDifferences`. */
function mayBeOtherToken(text: string, { valueStart, valueEnd }: ScalarEvent): boolean {
  if (text.charAt(valueStart) === '?') return true;
  const isColon = text.charAt(valueEnd) === ':' || text.charAt(valueEnd) === ' ';
  return isColon && /^ *:[,[\]{}]/.test(text.slice(valueEnd, valueEnd + 10));
}

/** In brackets, kubectl reads every ? as the mark of a key, and a colon before a comma or a bracket as a part of its word. */
function tokenDifferences(
  text: string,
  scalar: ScalarEvent | undefined,
  parent: PositionNode,
  path: FieldPath,
): readonly KubectlDifference[] {
  if (parent.isFlow !== true || scalar === undefined || !isPlain(scalar) || !mayBeOtherToken(text, scalar)) return [];
  const isMark = text[scalar.valueStart] === '?';
  const message = isMark
    ? 'kubectl reads this ? as the mark of a key; quote the text'
    : 'kubectl reads the colon as a part of this text; quote the text, or write a space after the colon';
  return [{ path, start: scalar.valueStart, describe: () => fieldError(path, message) }];
}

function valueDifferences(text: string, node: PositionNode, path: FieldPath): readonly KubectlDifference[] {
  if (node.scalar === undefined) return [];
  const reading = readingOf(text, node);
  const loss = isPlainOrNumber(text, node.scalar) ? numberLoss(scalarText(text, node.scalar)) : undefined;
  if (loss !== undefined) return [lostNumber(path, node.start, `${loss}; quote the value if it is a string`)];
  if (reading === undefined) return [];
  const shown = `kubectl reads ${scalarText(text, node.scalar)} as the ${typeof reading} ${reading}; quote the value if it is a string`;
  const hidden = `kubectl reads this value as a ${typeof reading}; quote the value if it is a string`;
  return [{ path, start: node.start, reading, describe: (isSecret) => fieldError(path, isSecret ? hidden : shown) }];
}

/** True if the scalar can be a number: without quotes, and without a tag or with the tag of numbers. */
function isPlainOrNumber(text: string, scalar: ScalarEvent): boolean {
  return isPlain(scalar) || /^!!(?:int|float)$/.test(text.slice(scalar.tagStart, scalar.tagEnd));
}

function lostNumber(path: FieldPath, start: number, message: string): KubectlDifference {
  return { path, start, describe: () => fieldError(path, message) };
}

function keyDifferences(
  text: string,
  { key, name, start }: PositionEntry,
  path: FieldPath,
): readonly KubectlDifference[] {
  if (key === undefined || !isPlain(key)) return [];
  const written = scalarText(text, key);
  const loss = numberLoss(written);
  if (loss !== undefined) return [lostNumber(path, start, `${loss}; quote the key`)];
  const reading = kubectlReading(written, plainValue(written));
  if (reading === undefined || String(reading) === name) return [];
  const problem = fieldError(
    path,
    `kubectl reads the key ${written} as ${JSON.stringify(String(reading))}; quote the key`,
  );
  return [{ path, start, describe: () => problem }];
}

// In go-yaml v2, a merge key replaces the keys above it. In YAML, the keys of the mapping itself win.
function mergeDifference({ name, start }: PositionEntry, parent: FieldPath): KubectlDifference {
  const path = [...parent, name];
  const problem = fieldError(
    path,
    'kubectl replaces this value with the value from the merge key (<<) below; move the merge key to the top of the mapping',
  );
  return { path, start, describe: () => problem };
}
