import { boundedText } from '../../core/model/bounded-messages.ts';
import { oneLine } from '../../core/model/one-line.ts';
import { withoutControlSequences } from '../../core/model/control-sequences.ts';

/** Returns a line as plain text without escape sequences and control characters. Of text overwritten with CR, the last part is kept. */
export function plainLine(line: string): string {
  const shown = withoutControlSequences(line)
    .split('\r')
    .findLast((part) => part.trim() !== '');
  return oneLine((shown ?? '').replaceAll('\t', ' ')).trimEnd();
}

/** A browser needs seconds for a line of a megabyte. */
const MAX_PAGE_LINE = 10_000;

/** Returns a line as plain text for a page: the beginning of a long one. */
export function pageLine(line: string): string {
  return boundedText(plainLine(line), MAX_PAGE_LINE);
}

/** Select Graphic Rendition (ECMA-48, 8.3.117) changes only the appearance of text. */
// oxlint-disable-next-line no-control-regex
const COLOURS = /(\u001b\[[\d;:]*m)/;
const RESET = '\u001b[0m';

/** The beginning of headings. */
export const HEADING_MARK = '===>';

/**
 * Returns a line that is safe to print to a terminal. Colours are kept and reset at the end of the line. Other control
 * characters are escaped. A line that looks like a heading of taskpack loses its colours, because headings are coloured.
 */
export function terminalLine(line: string): string {
  const pieces = line.replace(/\r$/, '').split(COLOURS);
  // Control characters except tabs are escaped.
  const texts = pieces.map((piece, index) => (index % 2 === 0 ? piece.split('\t').map(oneLine).join('\t') : piece));
  if (pieces.length === 1) return texts.join('');
  const plain = texts.filter((_, index) => index % 2 === 0).join('');
  return plain.includes(HEADING_MARK) ? plain : `${texts.join('')}${RESET}`;
}
