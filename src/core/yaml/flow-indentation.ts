import { YAMLException } from 'js-yaml';
import { yamlEvents } from './yaml-events.ts';

/** A text in which js-yaml reads every bracket and quote as kubectl does. */
export interface IndentedText {
  readonly text: string;
  /** Returns the offset in the written text for an offset in `text`. */
  readonly writtenOffset: (offset: number) => number;
  /** The offsets in `text` of inserted white space, in ascending order. */
  readonly insertedAt: readonly number[];
}

interface Insertion {
  readonly offset: number;
  readonly space: string;
}

/** Limits the characters that are parsed to find insertions, because each insertion parses its document again. */
const MAX_PARSED = 20_000_000;

const FIRST_INDENTATION = 16;
/** If an indentation is deficient again, the next is as many times as wide. */
const GROWTH = 8;
const LARGEST_INDENTATION = 4096;

/** Returns the text as it is written. */
export function asWritten(text: string): IndentedText {
  return { text, writtenOffset: (offset) => offset, insertedAt: [] };
}

/** True if js-yaml refuses the indentation of a line inside brackets or quotes. */
export function isDeficientIndentation(error: unknown): error is YAMLException {
  return error instanceof YAMLException && error.reason === 'deficient indentation';
}

/**
 * Indents the lines inside brackets and quotes that js-yaml refuses, such as a `]` below its key. YAML 1.2 requires the
 * indentation (section 7.4), but libyaml and go-yaml, so kubectl, do not. White space is inserted only where js-yaml reports
 * a fault. There it separates tokens, or starts a line of a quoted text, so it never changes a value.
 */
export function indentFlowLines(text: string): IndentedText {
  const insertions: Insertion[] = [];
  let remaining = MAX_PARSED;
  for (const { start, end } of documentRanges(text)) {
    const found = insertionsIn(text.slice(start, end), remaining);
    insertions.push(...found.insertions.map(({ offset, space }) => ({ offset: start + offset, space })));
    remaining -= found.parsed;
  }
  return withInsertions(text, insertions);
}

/** Documents end at these lines even inside brackets, quotes and blocks. */
function documentRanges(text: string): readonly { readonly start: number; readonly end: number }[] {
  const starts = [...text.matchAll(/(?<=[\r\n])(?:---|\.\.\.)(?=[ \t\r\n]|$)/g)].map(({ index }) => index);
  return [0, ...starts].map((start, index) => ({ start, end: starts[index] ?? text.length }));
}

function insertionsIn(
  text: string,
  limit: number,
): { readonly insertions: readonly Insertion[]; readonly parsed: number } {
  const spaces = new Map<number, string>();
  let parsed = 0;
  for (;;) {
    const insertions = [...spaces]
      .map(([offset, space]) => ({ offset, space }))
      .toSorted((a, b) => a.offset - b.offset);
    const indented = withInsertions(text, insertions);
    parsed += indented.text.length;
    const fault = parsed > limit ? undefined : faultOf(indented.text);
    const next = fault === undefined ? undefined : insertionAt(text, indented.writtenOffset(fault), spaces);
    if (next === undefined) return { insertions, parsed };
    spaces.set(next.offset, next.space);
  }
}

function faultOf(text: string): number | undefined {
  try {
    yamlEvents(text);
    return undefined;
  } catch (error) {
    return isDeficientIndentation(error) ? error.mark?.position : undefined;
  }
}

/**
 * Returns the white space to insert for a fault before the token at the offset. This is spaces at the start of the token's
 * line. If other tokens precede the token, it is a new line, because js-yaml refuses tabs inside brackets too.
 */
function insertionAt(text: string, token: number, spaces: ReadonlyMap<number, string>): Insertion | undefined {
  if (text.slice(token).trim() === '') return undefined;
  const lineStart = Math.max(text.lastIndexOf('\n', token - 1), text.lastIndexOf('\r', token - 1)) + 1;
  const isFirst = text.slice(lineStart, token).trim() === '';
  const offset = isFirst ? lineStart : token;
  const previous = spaces.get(offset);
  const width = previous === undefined ? FIRST_INDENTATION : previous.length * GROWTH;
  return width > LARGEST_INDENTATION ? undefined : { offset, space: `${isFirst ? '' : '\n'}${' '.repeat(width)}` };
}

function withInsertions(text: string, insertions: readonly Insertion[]): IndentedText {
  const placed: { readonly start: number; readonly end: number; readonly offset: number }[] = [];
  let indented = '';
  let copied = 0;
  for (const { offset, space } of insertions) {
    const start = indented.length + offset - copied;
    indented += text.slice(copied, offset) + space;
    placed.push({ start, end: indented.length, offset });
    copied = offset;
  }
  return {
    text: indented + text.slice(copied),
    insertedAt: placed.map(({ start }) => start),
    writtenOffset: (offset) => {
      const last = placed.findLast(({ start }) => start <= offset);
      return last === undefined ? offset : last.offset + Math.max(0, offset - last.end);
    },
  };
}
