import { endOfString } from '../../../core/model/json-size.ts';

const [QUOTE, COMMA] = [34, 44];
const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

/**
 * Yields the fields of a JSON object with the texts of their values, without parsing these. Throws a `SyntaxError` if the text is
 * not an object or is cut. The parser of the values rejects what else is invalid.
 */
export function* jsonFields(text: string): Generator<readonly [key: string, value: string]> {
  const whole = text.trim();
  if (!whole.startsWith('{') || !whole.endsWith('}')) throw new SyntaxError('not a JSON object');
  let start = 1;
  for (let at = start, open = 1; at < whole.length; at += 1) {
    const code = whole.charCodeAt(at);
    if (code === QUOTE) at = endOfString(whole, at);
    else if (OPENING.has(code)) open += 1;
    else if (CLOSING.has(code)) open -= 1;
    if (open > 1 || (open === 1 && code !== COMMA)) continue;
    yield field(whole.slice(start, at));
    start = at + 1;
  }
  if (start !== whole.length) throw new SyntaxError('the JSON object is cut');
}

function field(text: string): readonly [string, string] {
  const start = text.indexOf('"');
  const end = start < 0 ? text.length : endOfString(text, start);
  const key: unknown = JSON.parse(text.slice(0, end + 1));
  const separator = text.indexOf(':', end);
  if (typeof key !== 'string' || separator < 0) throw new SyntaxError('not a field of a JSON object');
  return [key, text.slice(separator + 1)];
}
