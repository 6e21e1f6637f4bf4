import { EVENT_ID, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { SyntaxProblem } from './syntax-problem.ts';
import type { YamlText } from './yaml-events.ts';

/**
 * The characters that end a line in YAML 1.1, so in libyaml, go-yaml and kubectl, but not in YAML 1.2 (section 5.4): next
 * line, line separator and paragraph separator. They come into files with copied text, and editors do not show them.
 */
const SEPARATORS = /[\u0085\u2028\u2029]/g;

/**
 * Returns the first such character with which kubectl would read other values: a comment, for example, ends there. JSON has
 * none, because there they are ordinary characters of strings for both.
 */
export function harmfulSeparator({ text, events }: YamlText): SyntaxProblem | undefined {
  if (text.search(SEPARATORS) < 0 || /^\s*\{/.test(text)) return undefined;
  const scalars = events.filter((event) => event.type === EVENT_ID.SCALAR);
  let next = 0;
  for (const { 0: character, index } of text.matchAll(SEPARATORS)) {
    while ((scalars[next]?.valueEnd ?? Infinity) <= index) next += 1;
    const scalar = scalars[next];
    const isInside = scalar !== undefined && scalar.valueStart <= index;
    if (!isHarmless(text, index, isInside ? scalar : undefined)) return separatorProblem(character, index);
  }
  return undefined;
}

/** Returns the first such character in the line of the offset, which makes a text invalid that kubectl may read. */
export function separatorInLine(text: string, offset: number): SyntaxProblem | undefined {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(start)) ?? [];
  const index = line.search(SEPARATORS);
  return index < 0 ? undefined : separatorProblem(line[index] ?? '', start + index);
}

function isHarmless(text: string, offset: number, scalar: ScalarEvent | undefined): boolean {
  // The end of a comment.
  if (scalar === undefined) return /^[^\S\r\n]*(?:[\r\n]|$)/.test(text.slice(offset + 1));
  const isQuoted = scalar.style === SCALAR_STYLE.SINGLE_QUOTED || scalar.style === SCALAR_STYLE.DOUBLE_QUOTED;
  // In quotes, kubectl keeps the separators without the white space around them, and reads a next line as a space.
  const isFolded = /[ \t\r\n]/.test(`${text[offset - 1] ?? ''}${text[offset + 1] ?? ''}`);
  return isQuoted && text[offset] !== '\u0085' && !isFolded;
}

function separatorProblem(character: string, offset: number): SyntaxProblem {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const message = `contains the character U+${code}, which kubectl reads as a line break; remove it, or write \\u${code} in double quotes`;
  return { offset, message };
}
