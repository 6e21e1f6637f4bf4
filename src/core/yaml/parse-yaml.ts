import { constructFromEvents, type Event, EVENT_ID, YAMLException } from 'js-yaml';
import type { SourceDocument } from '../model/document.ts';
import type { Location, Problem } from '../model/problem.ts';
import { harmfulAlias } from './alias-expansion.ts';
import { asWritten, indentFlowLines, isDeficientIndentation, type IndentedText } from './flow-indentation.ts';
import { harmfulSeparator, separatorInLine } from './line-separators.ts';
import { jsonProblem, syntaxProblem } from './syntax-error.ts';
import type { SyntaxProblem } from './syntax-problem.ts';
import { yamlDocument } from './yaml-document.ts';
import { SCHEMA, yamlEvents } from './yaml-events.ts';
import { streamParts } from './yaml-stream.ts';

/** The documents of a text. There are none if the text has a syntax error. */
export interface ParsedYaml {
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly Problem[];
}

type Parsed =
  | { readonly source: IndentedText; readonly events: readonly Event[]; readonly values: readonly unknown[] }
  | SyntaxProblem;

/** Limits the keys that merge keys copy, because a small text can otherwise expand without bound. */
const MAX_MERGED_KEYS = 1_000_000;

/** Parses YAML 1.2 or JSON with one or more documents. Omits empty documents. */
export function parseYaml(text: string, file: string): ParsedYaml {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const placeOf = lineIndex(bare);
  const refused = ({ offset, message }: SyntaxProblem): ParsedYaml => ({
    documents: [],
    problems: [{ severity: 'error', paths: [[]], message, location: { file, ...placeOf(offset) } }],
  });
  // Text files contain no NUL. Decoders replace invalid UTF-8 with U+FFFD.
  const foreign = bare.search(/[\0\uFFFD]/);
  if (foreign >= 0)
    return refused({ offset: foreign, message: 'is not valid YAML or JSON: contains bytes that are not UTF-8 text' });
  const { parts, jsonFault, endsWithFault = false } = streamParts(bare);
  const documents: SourceDocument[] = [];
  for (const { start, end } of parts) {
    const part = bare.slice(start, end);
    // kubectl ends the last line, which a block scalar with trailing white space shows.
    const ended = /[\r\n]$/.test(part) ? part : `${part}\n`;
    const parsed = parseSource(asWritten(withoutInnerMarks(ended)));
    if ('message' in parsed) {
      const fault = { ...parsed, offset: start + parsed.offset };
      const isOfJson = jsonFault !== undefined && jsonFault >= start && jsonFault < fault.offset;
      return refused(isOfJson ? jsonProblem(bare, jsonFault) : fault);
    }
    documents.push(...documentsOf(parsed, (offset) => ({ file, ...placeOf(start + offset) })));
  }
  return endsWithFault && jsonFault !== undefined ? refused(jsonProblem(bare, jsonFault)) : { documents, problems: [] };
}

function documentsOf(
  { source, events, values }: Exclude<Parsed, SyntaxProblem>,
  locationOf: (offset: number) => Location,
): readonly SourceDocument[] {
  const starts = documentStarts(events);
  return values.flatMap((value, index) => {
    if (value === null || value === undefined) return [];
    const writtenLocation = (offset: number): Location => locationOf(source.writtenOffset(offset));
    return [yamlDocument({ text: source.text, events }, starts[index] ?? 0, value, writtenLocation)];
  });
}

/** kubectl reads each document by itself, so a byte order mark may follow `---`, as in files that were joined. */
function withoutInnerMarks(text: string): string {
  if (!text.includes('\uFEFF')) return text;
  // An empty line instead of the mark keeps all offsets.
  return text.replaceAll(/(?<=[\r\n]---[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))\uFEFF/g, '\n');
}

function parseSource(source: IndentedText): Parsed {
  const { text } = source;
  let events: Event[] = [];
  try {
    events = yamlEvents(text);
    const alias = text.includes('*') ? harmfulAlias({ text, events }) : undefined;
    const harmful = alias ?? harmfulSeparator({ text, events });
    if (harmful !== undefined) return { ...harmful, offset: source.writtenOffset(harmful.offset) };
    const values = constructFromEvents(events, { source: text, schema: SCHEMA, maxTotalMergeKeys: MAX_MERGED_KEYS });
    return { source, events, values };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (isDeficientIndentation(error) && source.insertedAt.length === 0) {
      const indented = indentFlowLines(text);
      if (indented.insertedAt.length > 0) return parseSource(indented);
    }
    const problem =
      separatorInLine(text, error.mark?.position ?? 0) ?? syntaxProblem(error, { text, events }, source.insertedAt);
    return { ...problem, offset: source.writtenOffset(problem.offset) };
  }
}

function documentStarts(events: readonly Event[]): readonly number[] {
  const starts: number[] = [];
  for (const [index, event] of events.entries()) if (event.type === EVENT_ID.DOCUMENT) starts.push(index + 1);
  return starts;
}

/** A place in a text. Line and column count from 1. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Returns a function that converts offsets to lines and columns. The first call finds the lines of the text. */
function lineIndex(text: string): (offset: number) => LineAndColumn {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    const line = lastNotAfter(starts, offset);
    const before = text.slice(starts[line], offset).replace(/^\uFEFF/, '');
    // Counts code points, so that a character outside the Basic Multilingual Plane is one column.
    return { line: line + 1, column: Array.from(before).length + 1 };
  };
}

/** Returns the offsets at which the lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + lineBreak.length);
  return starts;
}

function lastNotAfter(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
