import { isJsonObject, type JsonObject } from '../../model/json.ts';

/** The fields whose Go type is a map of strings or bytes. An empty string in such a map is a value. */
const MAPS = new Set([
  'labels',
  'annotations',
  'additionalLabels',
  'matchLabels',
  'nodeSelector',
  'limits',
  'requests',
  'data',
  'stringData',
]);

/** The places where Go reads another value than a missing field. */
export interface EmptyTexts {
  /** The fields in which an empty string is a value, and the maps with such entries. */
  readonly fields?: readonly string[];
  /** The lists of strings in which Go reads `null` as an empty string that counts. */
  readonly lists?: readonly string[];
  /** The fields of list items, such as `params[].value`, in which Go reads `null` as an empty string that counts. */
  readonly nulls?: readonly string[];
}

/**
 * Returns the value without the entries that are equal to missing fields in Go: `null`, and empty strings in structs.
 * kpack's rules then report such a field as missing or apply its default.
 */
export function omitEmpty(value: unknown, texts: EmptyTexts = {}, key = ''): unknown {
  if (Array.isArray(value)) return withItems(value, texts, key);
  if (!isJsonObject(value)) return value;
  return withEntries(value, texts, key);
}

function withItems(items: readonly unknown[], texts: EmptyTexts, key: string): readonly unknown[] {
  const hasTexts = texts.lists?.includes(key) === true;
  const cleaned = items.map((item) => (item === null && hasTexts ? '' : omitEmpty(item, texts, `${key}[]`)));
  return cleaned.every((item, index) => item === items[index]) ? items : cleaned;
}

// Copies an object only if an entry is omitted, because most objects have no empty entries.
function withEntries(value: JsonObject, texts: EmptyTexts, parent: string): unknown {
  const isMap = MAPS.has(parent) || texts.fields?.includes(parent) === true;
  let isChanged = false;
  const entries: [string, unknown][] = [];
  for (const [key, written] of Object.entries(value)) {
    const entry = written === null && texts.nulls?.includes(`${parent}.${key}`) === true ? '' : written;
    const isEmptyText = entry === '' && !isMap && texts.fields?.includes(key) !== true;
    const isAbsent = entry === null || entry === undefined || isEmptyText;
    const cleaned = isAbsent ? undefined : omitEmpty(entry, texts, key);
    isChanged ||= cleaned !== written;
    if (!isAbsent) entries.push([key, cleaned]);
  }
  return isChanged ? Object.fromEntries(entries) : value;
}
