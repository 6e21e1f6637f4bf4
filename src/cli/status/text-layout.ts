import { oneLine } from '../../core/model/one-line.ts';

/** The width of the text in characters. */
export const WIDTH = 80;

/** The width of labels with their gap. A digest, which has 71 characters, fits beside them. */
const LABEL_WIDTH = 9;

const INDENT = '  ';

/** Formats a field: its label, and its values, each on lines of its own. Returns nothing without values. */
export function field(label: string, values: readonly (string | undefined)[]): string {
  const lines = values.flatMap((value) => (value === undefined ? [] : wrapped(value, WIDTH - LABEL_WIDTH)));
  return lines.map((line, index) => `${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}\n`).join('');
}

/** Formats a section: a title, and indented paragraphs. Returns nothing without paragraphs. */
export function section(title: string, paragraphs: readonly string[]): string {
  if (paragraphs.length === 0) return '';
  const lines = paragraphs.flatMap((paragraph) => wrapped(paragraph, WIDTH - INDENT.length));
  return `\n${title}\n${lines.map((line) => `${INDENT}${line}\n`).join('')}`;
}

/** Formats a section with lines that are already formatted, such as a table. */
export function preformatted(title: string, text: string): string {
  return text === '' ? '' : `\n${title}\n${text.replaceAll(/^(?=.)/gm, INDENT)}`;
}

/** The width of a table in a section. */
export const SECTION_WIDTH = WIDTH - INDENT.length;

/**
 * Breaks a text into lines at spaces, with control characters escaped. An image reference that is too long is broken before its
 * digest, so that the digest is in one piece. Other long words are broken anywhere.
 */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of oneLine(text)
    .split(' ')
    .flatMap((each) => pieces(each, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function pieces(word: string, width: number): readonly string[] {
  if (word.length <= width) return [word];
  const [, before = '', digest = ''] = /^(.+@)(sha256:[0-9a-f]{64}\S{0,2})$/.exec(word) ?? [];
  const parts = digest === '' ? [word] : [before, digest];
  return parts.flatMap((part) => part.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
}
