import { withoutTrailing } from '../model/trailing.ts';

/** Shorter values are not masked, because they occur in ordinary words. */
const MIN_SECRET_LENGTH = 4;

/** Shorter lines of a multi-line value are not masked, because they can be common words. Keys have at most this many lines. */
const MIN_LINE_LENGTH = 12;
const MAX_LINES = 200;

/** Shorter parts of a base64 text are not masked, because they occur in other base64 texts. */
const MIN_PART_LENGTH = 8;

/**
 * Longer texts are matched in overlapping chunks, which the mask joins. No chunk takes longer than a few milliseconds, and each
 * part of a long secret is recognized.
 */
const CHUNK_LENGTH = 2048;
const CHUNK_OVERLAP = 16;

/** The lengths at which `base64`, OpenSSL and PEM break lines. */
const BASE64_LINES = [76, 64];

/**
 * Returns a secret in the forms that programs print: plain, base64, and escaped for URLs, JSON, XML and shells. A multi-line secret
 * is matched by line. Yields the forms in portions, which take a few milliseconds each.
 */
export function* formsOfSecret(secret: string): Generator<readonly string[]> {
  const text = secret.trim();
  const lines = text.split(/\r?\n/, MAX_LINES + 1).map((line) => line.trim());
  const plain =
    lines.length === 1 ? [text] : lines.slice(0, MAX_LINES).filter((line) => line.length >= MIN_LINE_LENGTH);
  const encoded = [...new Set([secret, text])].flatMap((value) => base64Lines(value));
  yield searchable([...plain.flatMap((line) => [...chunksOf(line)]), ...encoded]);
  // White space around the text is part of the base64 text.
  if (secret.length <= CHUNK_LENGTH) yield searchable(base64Forms(secret));
  for (const chunk of chunksOf(text)) {
    yield searchable([...base64Forms(chunk), ...urlForms(chunk), ...escapedForms(chunk)]);
  }
}

function searchable(forms: readonly string[]): readonly string[] {
  return [...new Set(forms)].filter((form) => form.length >= MIN_SECRET_LENGTH);
}

/** Returns the text, or chunks of one length that overlap. No chunk divides a character. */
function* chunksOf(text: string): Generator<string> {
  for (let start = 0; ; start += CHUNK_LENGTH - CHUNK_OVERLAP) {
    const isLast = start + CHUNK_LENGTH >= text.length;
    const first = isLast ? Math.max(text.length - CHUNK_LENGTH, 0) : start;
    const end = first + CHUNK_LENGTH;
    yield text.slice(isLowSurrogate(text, first) ? first - 1 : first, isLowSurrogate(text, end) ? end + 1 : end);
    if (isLast) return;
  }
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

/** A text in base64 depends on what precedes it, such as a user name. So all three alignments are forms. */
function base64Forms(text: string): readonly string[] {
  const whole = Buffer.from(text).toString('base64');
  const parts = [0, 1, 2].map((offset) => base64After(offset, text)).filter((part) => part.length >= MIN_PART_LENGTH);
  return inBothAlphabets([whole, ...parts]);
}

function inBothAlphabets(forms: readonly string[]): readonly string[] {
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Returns the lines of a text in base64, as far as they are matched, and the end of the whole, which no chunk has. */
function base64Lines(text: string): readonly string[] {
  const whole = Buffer.from(text).toString('base64');
  const lines = BASE64_LINES.filter((length) => whole.length > length).flatMap((length) => linesOf(whole, length));
  return inBothAlphabets([...lines, whole.slice(-CHUNK_LENGTH)]);
}

/** Returns the characters that stand for the text alone, if this many bytes precede it and any bytes follow. */
function base64After(offset: number, text: string): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  const encoded = withoutTrailing(bytes.toString('base64'), '=');
  return encoded.slice(offset === 0 ? 0 : offset + 1, bytes.length % 3 === 0 ? undefined : -1);
}

function linesOf(text: string, length: number): readonly string[] {
  const count = Math.min(Math.ceil(text.length / length), MAX_LINES);
  return Array.from({ length: count }, (_, line) => text.slice(line * length, (line + 1) * length)).filter(
    (line) => line.length >= MIN_LINE_LENGTH,
  );
}

/** Encoders differ in the characters that they leave, in the space and in the case of hexadecimal digits. */
function urlForms(text: string): readonly string[] {
  const some = encodeURIComponent(text);
  const all = some.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [some, all, all.replaceAll('%20', '+')];
  return [...forms, ...forms.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
}

function escapedForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  return [
    json,
    JSON.stringify(json).slice(1, -1),
    // Go escapes the characters of HTML in JSON. Python and others escape everything that is not ASCII.
    json.replace(/[<>&\u2028\u2029]/g, unicode),
    json.replace(/[^\0-\x7f]/g, unicode),
    text.replaceAll("'", "'\\''"),
    xml(text, { '"': '&quot;', "'": '&apos;' }),
    xml(text, { '"': '&#34;', "'": '&#39;' }),
  ];
}

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function xml(text: string, quotes: Readonly<Record<string, string>>): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...quotes };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
