/** A part of a text that is read by itself. Offsets are those of the whole text. */
export interface StreamPart {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text. */
export interface StreamParts {
  readonly parts: readonly StreamPart[];
  /** The offset of JSON that is not valid. The last part contains it, and can still be valid YAML. */
  readonly jsonFault?: number;
  /** True if kubectl refuses the rest of the text, which no part contains, at `jsonFault`. */
  readonly endsWithFault?: true;
}

/**
 * Splits a text as kubectl does (apimachinery, YAMLOrJSONDecoder): a text that begins with an object of JSON is a stream of
 * values of JSON, which need nothing between them. If the first or second value is not JSON, the rest is YAML. If a later one
 * is not JSON, kubectl refuses it. Every other text is one part. Takes linear time.
 */
export function streamParts(text: string): StreamParts {
  const parts: StreamPart[] = [];
  let next = nextToken(text, 0);
  if (text[next] !== '{') return { parts: [{ start: 0, end: text.length }] };
  for (let rest = 0; next < text.length; next = nextToken(text, rest)) {
    const end = endOfValue(text, next);
    // YAML reads one value of JSON too. It can continue after a document marker, a comment or a directive.
    if (parts.length === 0 && endsDocument(text, nextToken(text, end)))
      return { parts: [{ start: 0, end: text.length }] };
    const fault = jsonFault(text.slice(next, end));
    if (fault === undefined) {
      parts.push({ start: next, end });
      rest = end;
    } else if (parts.length > 1) {
      return { parts, jsonFault: next + fault, endsWithFault: true };
    } else {
      const yaml = { start: parts.length === 0 ? 0 : afterLine(text, rest), end: text.length };
      const isStream = isOpening(text, next) && isOpening(text, nextToken(text, end));
      return { parts: [...parts, yaml], ...(isStream && { jsonFault: next + fault }) };
    }
  }
  return { parts };
}

function nextToken(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  if (code > 0x20 && code < 0x7f) return offset;
  const token = /\S/g;
  token.lastIndex = offset;
  return token.exec(text)?.index ?? text.length;
}

/** True at the end of the text, a document marker, a comment or a directive. */
function endsDocument(text: string, offset: number): boolean {
  return offset === text.length || /^(?:---|\.\.\.|[#%])/.test(text.slice(offset, offset + 3));
}

function isOpening(text: string, offset: number): boolean {
  return text[offset] === '{' || text[offset] === '[';
}

/** Returns the offset after a value of JSON, or the length of the text if the value does not end. */
function endOfValue(text: string, start: number): number {
  if (text[start] !== '"' && !isOpening(text, start)) return endOfWord(text, start);
  let depth = 0;
  let isString = false;
  // A loop over the characters, because a regular expression for each token takes ten times as long.
  for (let offset = start; offset < text.length; offset += 1) {
    const character = text[offset];
    if (character === '"') isString = !isString;
    else if (isString) offset += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0 && !isString) return offset + 1;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  const end = /[\s"{}[\],:]/g;
  end.lastIndex = start + 1;
  return end.exec(text)?.index ?? text.length;
}

/** Returns the offset of the first character that JSON does not allow, or `undefined` for valid JSON. */
function jsonFault(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // V8 names the position, except at the end of the text.
    const position = / at position (?<offset>\d+)/.exec(String(error))?.groups?.['offset'];
    return position === undefined ? 0 : Number(position);
  }
}

/** kubectl skips the white space after the first value, up to the end of the line. */
function afterLine(text: string, offset: number): number {
  const end = /[^\S\n]*\n?/y;
  end.lastIndex = offset;
  return offset + (end.exec(text)?.[0].length ?? 0);
}
