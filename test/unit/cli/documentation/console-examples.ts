/** A command of a Markdown page and the output that the page shows for it. */
export interface ConsoleExample {
  /** The line of the page, counted from 1. */
  readonly line: number;
  /** The heading above the example. */
  readonly section: string;
  readonly command: string;
  /** The lines of the output. Empty if the page shows none. A line `…` stands for one or more lines. */
  readonly output: readonly string[];
}

/** Returns the commands of the page's console blocks, in order. Throws if a block begins with output. */
export function consoleExamples(page: string): readonly ConsoleExample[] {
  const lines = page.split('\n');
  let section = '';
  return lines.flatMap((line, index) => {
    section = /^#+ (?<title>.*)$/.exec(line)?.groups?.['title'] ?? section;
    if (line !== '```console') return [];
    const length = lines.slice(index + 1).indexOf('```');
    return examplesOf(lines.slice(index + 1, index + 1 + length), index + 2, section);
  });
}

function examplesOf(block: readonly string[], first: number, section: string): readonly ConsoleExample[] {
  const starts = block.flatMap((line, index) => (line.startsWith('$ ') ? [index] : []));
  if (starts[0] !== 0) throw new Error(`line ${first}: the block begins without a command`);
  return starts.map((start, index) => {
    const [command = '', ...output] = block.slice(start, starts[index + 1]);
    return { line: first + start, section, command: command.slice('$ '.length), output };
  });
}

/** Returns the pattern of a whole output. */
export function outputPattern(output: readonly string[]): RegExp {
  const lines = output.map((line) =>
    line.trim() === '…' ? String.raw`(?:.*\n)+?` : `${line.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}\n`,
  );
  return new RegExp(`^${lines.join('')}$`);
}
