import { jsonSize } from '../../../core/model/json-size.ts';
import { jsonFields } from './json-fields.ts';

/**
 * The most list items and fields of an object, with its status. etcd stores objects of 1.5 MiB, which can have ten times as
 * many. Parsing those takes up to 200 ms, in which the event loop does nothing else.
 */
const MAX_ENTRIES = 60_000;

/** No JSON text has more entries than half of its characters, as in `[1,1]`. */
const SHORT_TEXT = 2 * MAX_ENTRIES;

/** The most list items and fields of one field that is kept of a larger object. */
const MAX_FIELD_ENTRIES = 10_000;

/** The most fields that are kept of a larger object or of its metadata. */
const MAX_FIELDS = 1000;

/** The fields of a larger object, or of the event of a watch, whose own fields are looked at. */
const OPENED: ReadonlySet<string> = new Set(['object', 'metadata']);

/** Only controllers write these fields, and readers can do without them. */
const NEEDLESS: ReadonlySet<string> = new Set(['status', 'managedFields']);

const INCOMPLETE = Symbol('incomplete');

/**
 * Parses the JSON text of an object, or of the event of a watch. An object with too many list items and fields loses the
 * fields that have most of them. `isIncomplete` is true for an object that has lost more than its status or its `managedFields`.
 * Throws a `SyntaxError` if the JSON is invalid.
 */
export function parseObject(text: string): unknown {
  return text.length <= SHORT_TEXT || entriesOf(text) <= MAX_ENTRIES ? JSON.parse(text) : parseLarge(text);
}

export function isIncomplete(object: object): boolean {
  return INCOMPLETE in object;
}

function parseLarge(text: string): object {
  const kept: (readonly [string | symbol, unknown])[] = [];
  let count = 0;
  for (const [key, value] of jsonFields(text)) {
    count += 1;
    if (count > MAX_FIELDS) return Object.fromEntries([...kept, [INCOMPLETE, true]]);
    if (entriesOf(value) <= MAX_FIELD_ENTRIES) kept.push([key, JSON.parse(value)]);
    else if (OPENED.has(key)) kept.push(...opened(key, value));
    else if (!NEEDLESS.has(key)) kept.push([INCOMPLETE, true]);
  }
  return Object.fromEntries(kept);
}

/** An object without some of its metadata is incomplete too. */
function opened(key: string, text: string): readonly (readonly [string | symbol, unknown])[] {
  const value = parseLarge(text);
  return [[key, value], ...(isIncomplete(value) ? [[INCOMPLETE, true] as const] : [])];
}

function entriesOf(text: string): number {
  return jsonSize(text, { entries: MAX_ENTRIES, levels: Infinity }).entries;
}
