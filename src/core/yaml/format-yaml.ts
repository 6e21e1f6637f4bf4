import { dump } from 'js-yaml';
import { isJsonList, type Json, type JsonObject } from '../model/json.ts';
import { INVISIBLE, visibleJson } from '../model/one-line.ts';

const OPTIONS = { lineWidth: -1, noRefs: true } as const;

/** js-yaml writes longer keys, and keys with line breaks, as explicit keys (`? key`). */
const LONGEST_KEY = 500;

/** The size of each cache, in strings. */
const MAX_KNOWN = 1000;

/** In characters. Longer strings are seldom written twice. */
const MAX_KNOWN_LENGTH = 100;

/**
 * In characters. A regular expression can exhaust the stack on strings of several megabytes, here and in js-yaml, so longer
 * strings are double-quoted without one.
 */
const LONGEST_MATCHED = 250_000;

/** js-yaml escapes a byte order mark itself. */
const INVISIBLE_IN_YAML = new RegExp(String.raw`(?!\uFEFF)[${INVISIBLE}]`, 'u');

/** Texts of strings that a formatter has written before. The objects of one stream repeat most of their strings. */
interface KnownStrings {
  /** The output for strings that are plain or need simple quotes, and `undefined` for all others. */
  readonly simple: Map<string, string | undefined>;
  /** js-yaml's output for the others. */
  readonly rendered: Map<string, string>;
}

interface Writer {
  readonly known: KnownStrings;
  /** True if the value contains something that only js-yaml can format. */
  isOdd: boolean;
  /** True if the value contains a string that only `quoted` can format. */
  hasEscapes: boolean;
}

/**
 * Formats a value as YAML in block style, which YAML 1.1 and YAML 1.2 parsers read alike. The output equals the output of
 * js-yaml's `dump`, byte for byte, except for very long strings, but takes a fraction of the time.
 */
export function formatYaml(value: Json): string {
  return yamlFormatter()(value);
}

/** Returns `formatYaml` for a stream of values. It is faster, because it remembers strings. */
export function yamlFormatter(): (value: Json) => string {
  const known: KnownStrings = { simple: new Map(), rendered: new Map() };
  return (value) => formatted(known, value);
}

function formatted(known: KnownStrings, value: Json): string {
  const hasEscapes = typeof value === 'string' && needsEscapes(value);
  const writer: Writer = { known, isOdd: !isFilled(value), hasEscapes };
  const text = isFilled(value) ? block(writer, value, '') : '';
  if (!writer.isOdd) return `${text}\n`;
  return writer.hasEscapes ? `${quoted(value)}\n` : dump(value, OPTIONS);
}

/** Formats a value as JSON, which YAML contains, with YAML's escapes of characters (YAML 1.2, 5.7). */
function quoted(value: Json): string {
  return visibleJson(JSON.stringify(value), (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
  });
}

/** True for a string that only `quoted` can format. */
function needsEscapes(text: string): boolean {
  return text.length > LONGEST_MATCHED || INVISIBLE_IN_YAML.test(text);
}

function isFilled(value: Json): value is readonly Json[] | JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

// Loops that append to one string, because intermediate lists took a third of the time.
function block(writer: Writer, value: readonly Json[] | JsonObject, pad: string): string {
  const below = `${pad}  `;
  const next = `\n${pad}`;
  let text = '';
  if (isJsonList(value)) {
    for (const item of value) text += `${text === '' ? '' : next}- ${inline(writer, item, below)}`;
    return text;
  }
  for (const key of Object.keys(value)) {
    const entry = value[key] ?? null;
    const gap = isFilled(entry) ? `\n${below}` : ' ';
    text += `${text === '' ? '' : next}${keyText(writer, key)}:${gap}${inline(writer, entry, below)}`;
  }
  return text;
}

function inline(writer: Writer, value: Json, pad: string): string {
  if (isFilled(value)) return block(writer, value, pad);
  if (typeof value === 'string') return stringText(writer, value, pad.slice(2));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[]' : '{}';
  return typeof value === 'number' && !isPlainInteger(value) ? rendered(writer, value) : String(value);
}

// js-yaml formats other numbers in a special way, so that YAML 1.1 parsers read them as numbers.
function isPlainInteger(value: number): boolean {
  return Number.isSafeInteger(value) && !Object.is(value, -0);
}

function keyText(writer: Writer, key: string): string {
  if (key.length > LONGEST_KEY || key.includes('\n')) writer.isOdd = true;
  return stringText(writer, key, '');
}

function stringText(writer: Writer, value: string, pad: string): string {
  const known = value.length > LONGEST_MATCHED ? undefined : simple(writer, value);
  if (known !== undefined) return known;
  if (!needsEscapes(value)) return rendered(writer, value).replaceAll(/\n(?!\n|$)/g, `\n${pad}`);
  writer.hasEscapes = true;
  return quoted(value);
}

/** Formats a string or number like js-yaml at an indentation of two columns. */
function rendered(writer: Writer, value: string | number): string {
  // js-yaml appends a document end marker after such a string.
  if (value === '\n' || (typeof value === 'string' && value.endsWith('\n\n'))) writer.isOdd = true;
  const cache = writer.known.rendered;
  const known = cache.get(`${typeof value} ${value}`);
  if (known !== undefined) return known;
  const text = dump([value], OPTIONS).slice('- '.length, -1);
  if (cache.size < MAX_KNOWN && text.length <= MAX_KNOWN_LENGTH) cache.set(`${typeof value} ${value}`, text);
  return text;
}

/**
 * Matches strings that all YAML parsers read as strings without quotes in block style. They start like a word, path, option,
 * variable or quantity, are not a word of YAML 1.1, contain no `: ` or ` #`, and do not end with a space.
 */
const PLAIN =
  /^(?!(?:true|false|yes|no|on|off|y|n|null)$)(?:[A-Za-z/_$(]|-{1,2}[A-Za-z]|\d+[hmskgtp])(?:[\w./@+=,%*()$<>;!&?~^|'"`\\{}[\]-]|#|:(?=[^ :#])| (?=[\w./@+=,%*()$<>;!&?~^|'"`\\{}[\]-]))*$/i;

/** Matches strings that need quotes in all YAML parsers, but no escapes. */
const QUOTED = /^(?:[{}[\]&*!|>'"%@`#,][\x20-\x7e]*|\d+(?:\.\d+)?|true|false|)$/;

/** Formats a string like js-yaml in the common cases. Returns `undefined` in the others. */
function simple({ known: { simple: cache } }: Writer, text: string): string | undefined {
  if (text.length > MAX_KNOWN_LENGTH) return plainOrQuoted(text);
  const known = cache.get(text);
  if (known !== undefined || cache.has(text)) return known;
  const formattedText = plainOrQuoted(text);
  if (cache.size < MAX_KNOWN) cache.set(text, formattedText);
  return formattedText;
}

function plainOrQuoted(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  return QUOTED.test(text) ? `'${text.replaceAll("'", "''")}'` : undefined;
}
