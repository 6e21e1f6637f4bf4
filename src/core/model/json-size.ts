/** The limits of a JSON text. */
export interface JsonBounds {
  /** In UTF-8. */
  readonly bytes: number;
  /** The number of list items and object fields at all levels. An empty list or object counts as one. */
  readonly entries: number;
}

/** The size of a JSON text, counted without parsing it. */
export interface JsonSize {
  readonly entries: number;
  /** The deepest nesting of lists and objects. */
  readonly levels: number;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/**
 * Counts the entries and levels of a JSON text, so that a caller can refuse a hostile text before parsing it. Stops soon
 * after either limit. The result for invalid JSON has no meaning: the parser rejects such a text.
 */
export function jsonSize(text: string, most: JsonSize): JsonSize {
  let entries = 0;
  let levels = 0;
  let open = 0;
  for (let at = 0; at < text.length && entries <= most.entries && levels <= most.levels; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) entries += 1;
    else if (OPENING.has(code)) {
      entries += 1;
      open += 1;
      levels = Math.max(levels, open);
    } else if (CLOSING.has(code)) open -= 1;
  }
  return { entries, levels };
}

/** Returns the place of the quote that ends the string which begins at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
