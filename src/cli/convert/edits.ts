import type { FieldPath, Location } from '../../core/model/problem.ts';
import { lineStarts } from '../../core/yaml/parse-yaml.ts';

/** A part of a text that other text replaces. */
export interface Edit {
  /** The place of the part. Absent if the document has no places. */
  readonly place: Location | undefined;
  /** Matches the part at its place. */
  readonly pattern: RegExp;
  readonly replace: (...groups: readonly string[]) => string;
}

/** Returns the edit that changes an apiVersion, which can be quoted. */
export function changedVersion(place: Location | undefined, old: string, current: string): Edit {
  return {
    place,
    pattern: new RegExp(`(["']?)${old.replace('.', '\\.')}\\1`, 'y'),
    replace: (_, quote = '') => quote + current + quote,
  };
}

/** A plain or quoted scalar in one line. Names and quantities contain no white space. */
const SCALAR = String.raw`"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'|[^\s"'#,{}[\]&*!|>%@\x60][^\s#,{}[\]]*`;

/**
 * Returns the edit that gives a field another name below the same parent. If `to` is a deeper path, the edit wraps the value in flow
 * mappings, so that no other line changes.
 */
export function movedField(place: Location | undefined, name: string, to: FieldPath): Edit {
  const [first, ...below] = to.map(String);
  const key = String.raw`(["']?)${name}\1`;
  if (below.length === 0)
    return { place, pattern: new RegExp(key, 'y'), replace: (_, quote = '') => quote + first + quote };
  return {
    place,
    pattern: new RegExp(String.raw`${key}([ \t]*:[ \t]*)(${SCALAR})`, 'y'),
    replace: (_, quote = '', colon = '', value = '') => {
      const opened = below.map((each) => `{${quote}${each}${quote}: `).join('');
      return `${quote}${first}${quote}${colon}${opened}${value}${'}'.repeat(below.length)}`;
    },
  };
}

/** Returns the text with all edits, or `undefined` if the text at a place is not the expected one. */
export function applyEdits(text: string, edits: readonly Edit[]): string | undefined {
  const starts = lineStarts(text);
  const replaced: { readonly start: number; readonly end: number; readonly replacement: string }[] = [];
  for (const { place, pattern, replace } of edits) {
    if (place === undefined) return undefined;
    const start = offsetOf(text, starts, place);
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    // Two objects can share a part of the text by an anchor.
    if (replaced.some((each) => each.start === start)) continue;
    replaced.push({ start, end: pattern.lastIndex, replacement: replace(...match) });
  }
  let result = '';
  let end = 0;
  for (const each of replaced.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(end, each.start) + each.replacement;
    end = each.end;
  }
  return result + text.slice(end);
}

/** Returns the offset of a place. A column is a code point, and a byte order mark is none. */
function offsetOf(text: string, starts: readonly number[], { line, column }: Location): number {
  const start = starts[line - 1] ?? 0;
  const first = text.startsWith('\uFEFF', start) ? start + 1 : start;
  let offset = first;
  for (let left = column - 1; left > 0; left -= 1) offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}
