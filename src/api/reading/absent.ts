/** Go's `map[string]string` and alike, by the key they stand at: an empty text is a value there. */
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
 * The value without the entries that Go's JSON decoding does not tell from missing ones: null, and an empty text in a
 * structure. kpack's own rules then find the field missing, or leave it at its default. `texts` are the fields in which
 * an empty text is a value.
 */
export function withoutAbsent(value: unknown, texts: readonly string[] = [], key = ''): unknown {
  if (Array.isArray(value)) return withItems(value, texts);
  return isObject(value) ? withEntries(value, texts, MAPS.has(key)) : value;
}

/** Whether the value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withItems(items: readonly unknown[], texts: readonly string[]): readonly unknown[] {
  const cleaned = items.map((item) => withoutAbsent(item, texts));
  return cleaned.every((item, index) => item === items[index]) ? items : cleaned;
}

// Nearly all objects come back as they are: only where something is absent is a copy made.
function withEntries(value: Readonly<Record<string, unknown>>, texts: readonly string[], isMap: boolean): unknown {
  let isChanged = false;
  const entries: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const isAbsent = entry === null || entry === undefined || (entry === '' && !isMap && !texts.includes(key));
    const cleaned = isAbsent ? undefined : withoutAbsent(entry, texts, key);
    isChanged ||= cleaned !== entry;
    if (!isAbsent) entries.push([key, cleaned]);
  }
  return isChanged ? Object.fromEntries(entries) : value;
}
