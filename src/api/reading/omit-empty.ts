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

/**
 * Returns the value without the entries that are equal to missing fields in Go: `null`, and empty strings in structs.
 * kpack's rules then report such a field as missing or apply its default. `texts` names the fields in which an empty
 * string is a value, and the maps with such entries.
 */
export function omitEmpty(value: unknown, texts: readonly string[] = [], key = ''): unknown {
  if (Array.isArray(value)) return withItems(value, texts);
  return isJsonObject(value) ? withEntries(value, texts, MAPS.has(key) || texts.includes(key)) : value;
}

function withItems(items: readonly unknown[], texts: readonly string[]): readonly unknown[] {
  const cleaned = items.map((item) => omitEmpty(item, texts));
  return cleaned.every((item, index) => item === items[index]) ? items : cleaned;
}

// Copies an object only if an entry is omitted, because most objects have no empty entries.
function withEntries(value: JsonObject, texts: readonly string[], isMap: boolean): unknown {
  let isChanged = false;
  const entries: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const isAbsent = entry === null || entry === undefined || (entry === '' && !isMap && !texts.includes(key));
    const cleaned = isAbsent ? undefined : omitEmpty(entry, texts, key);
    isChanged ||= cleaned !== entry;
    if (!isAbsent) entries.push([key, cleaned]);
  }
  return isChanged ? Object.fromEntries(entries) : value;
}
