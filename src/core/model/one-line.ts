/** Matches, in brackets, characters that take no space or change the direction of text (Unicode: Cf, Default_Ignorable_Code_Point). */
export const INVISIBLE = String.raw`\p{Cf}\p{DI}`;

/** The invisible characters, and the others that JSON allows in strings and that terminals or some YAML parsers interpret. */
const ESCAPED_IN_JSON = String.raw`${INVISIBLE}\p{Zl}\p{Zp}\u007F-\u009F\uFFFE\uFFFF`;

const JSON_ESCAPES = new RegExp(`[${ESCAPED_IN_JSON}]`, 'gu');

/** Matches an emoji up to its variation selector or joiner. Build tools print many emoji, so messages do not escape these two. */
const IN_EMOJI = String.raw`\p{ExtPict}\uFE0F|[\p{ExtPict}\p{EMod}\uFE0F]\u200D(?=\p{ExtPict})`;

const LINE_ESCAPES = new RegExp(String.raw`[\u0000-\u001F${ESCAPED_IN_JSON}](?<!${IN_EMOJI})`, 'gu');

/** Returns the text with control and invisible characters escaped, so that a message that quotes hostile input stays on one line. */
export function oneLine(text: string): string {
  return text.replace(LINE_ESCAPES, jsonEscape);
}

/**
 * Returns a JSON text with invisible characters, and those that terminals interpret, escaped. A reader of the output would otherwise
 * read another value than the parser. `escape` returns the escape of a character, that of JSON by default.
 */
export function visibleJson(json: string, escape: (character: string) => string = jsonEscape): string {
  return json.replace(JSON_ESCAPES, escape);
}

/** JSON escapes the two UTF-16 code units of a character beyond U+FFFF (RFC 8259, 7). */
function jsonEscape(character: string): string {
  const json = JSON.stringify(character).slice(1, -1);
  if (json !== character) return json;
  return character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Stands for a line that is shown neither whole nor in part, because its end alone can be the end of a secret. */
export const LINE_TOO_LONG = '(line too long)';
