import { stripVTControlCharacters } from 'node:util';
import { oneLine } from '../model/problem.ts';

/** A line as plain text: no escape sequences, no control characters, and of what overwrote itself the last. */
export function plainLine(line: string): string {
  const shown = stripVTControlCharacters(line)
    .split('\r')
    .findLast((part) => part.trim() !== '');
  return oneLine((shown ?? '').replaceAll('\t', ' ')).trimEnd();
}

/** Select Graphic Rendition (ECMA-48, 8.3.117): colours, and nothing that moves or hides anything else. */
// oxlint-disable-next-line no-control-regex
const COLOURS = /(\u001b\[[\d;:]*m)/;
const RESET = '\u001b[0m';

/** Takes no room on a terminal (Unicode, Default_Ignorable_Code_Point). */
const INVISIBLE = /\p{DI}/gu;

/** What headings begin with. */
export const HEADING_MARK = '===>';

/**
 * A line as it may be printed to a terminal: colours stay, up to its end; what else would move the cursor, hide or
 * overwrite is written out. A line that may look like one of our headings is without colours, which those have.
 */
export function terminalLine(line: string): string {
  const pieces = line.replace(/\r$/, '').split(COLOURS);
  const texts = pieces.map((piece, index) => (index % 2 === 0 ? visible(piece) : piece));
  if (pieces.length === 1) return texts.join('');
  const plain = texts.filter((_, index) => index % 2 === 0).join('');
  return plain.replaceAll(INVISIBLE, '').includes(HEADING_MARK) ? plain : `${texts.join('')}${RESET}`;
}

/** Tabs are harmless. */
function visible(text: string): string {
  return text.split('\t').map(oneLine).join('\t');
}
