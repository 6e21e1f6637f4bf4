/** Stands in a page for text, or alone on a line for lines, that a page leaves out. */
const ELLIPSIS = '…';

/** True if the output is what a page shows. Widths of columns, and spaces at the ends of lines, do not count. */
export function isShown(shown: readonly string[], output: string): boolean {
  const pattern = normalized(shown).map((line) => (line.trim() === ELLIPSIS ? '(?:.*\n)*?' : `${patternOf(line)}\n`));
  const lines = normalized(output.trimEnd().split('\n')).map((line) => `${line}\n`);
  return new RegExp(`^${pattern.join('')}$`).test(lines.join(''));
}

function patternOf(line: string): string {
  return line
    .split(ELLIPSIS)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join('.*');
}

function normalized(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replaceAll(/(?<=\S) {2,}/g, ' ').trimEnd());
}
