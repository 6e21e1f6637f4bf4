import { constructFromEvents, EVENT_ID, parseEvents, YAMLException, type Event } from 'js-yaml';
import type { SourceDocument } from '../model/document.ts';
import type { Problem } from '../model/problem.ts';
import { harmfulAlias } from './alias-expansion.ts';
import { lineIndex, type LineAndColumn } from './line-index.ts';
import { syntaxProblem, type SyntaxProblem } from './syntax-problem.ts';
import { SCHEMA } from './yaml-text.ts';
import { yamlDocument } from './yaml-document.ts';

/** What a text holds; nothing if there is anything wrong with its syntax. */
export interface ParsedYaml {
  readonly documents: readonly SourceDocument[];
  readonly problems: readonly Problem[];
}

type Parsed = { readonly events: readonly Event[]; readonly values: readonly unknown[] } | SyntaxProblem;

/** More keys than any file merges, few enough to be quick. */
const MOST_MERGED_KEYS = 1_000_000;

/** Reads YAML 1.2 or JSON, of one or several documents. Empty documents are left out. */
export function parseYaml(text: string, file: string): ParsedYaml {
  const bare = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const placeOf = lineIndex(bare);
  const parsed = parse(bare);
  if ('message' in parsed)
    return { documents: [], problems: [problemAt(file, placeOf(parsed.offset), parsed.message)] };
  const starts = documentStarts(parsed.events);
  const documents = parsed.values.flatMap((value, index) => {
    if (value === null || value === undefined) return [];
    return [
      yamlDocument({ text: bare, events: parsed.events }, starts[index] ?? 0, value, (offset) => ({
        file,
        ...placeOf(offset),
      })),
    ];
  });
  return { documents, problems: [] };
}

function parse(text: string): Parsed {
  // NUL never stands in a text file; U+FFFD is what a decoder leaves where bytes are not UTF-8.
  const foreign = text.search(/[\0\uFFFD]/);
  if (foreign >= 0) return { offset: foreign, message: 'is not YAML or JSON text' };
  let events: Event[] = [];
  try {
    events = parseEvents(text, {});
    const alias = text.includes('*') ? harmfulAlias({ text, events }) : undefined;
    if (alias !== undefined) return alias;
    const values = constructFromEvents(events, { source: text, schema: SCHEMA, maxTotalMergeKeys: MOST_MERGED_KEYS });
    return { events, values };
  } catch (error) {
    if (error instanceof YAMLException) return syntaxProblem(error, { text, events });
    throw error;
  }
}

function documentStarts(events: readonly Event[]): readonly number[] {
  const starts: number[] = [];
  for (const [index, event] of events.entries()) if (event.type === EVENT_ID.DOCUMENT) starts.push(index + 1);
  return starts;
}

function problemAt(file: string, place: LineAndColumn, message: string): Problem {
  return { severity: 'error', paths: [[]], message, location: { file, ...place } };
}
