/** How the user runs the program: by its own name, or as a plugin of kubectl. */
export type ProgramName = 'taskpack' | 'kubectl taskpack';

/** In characters. Commander wraps its own part of a help text at this width. */
const WIDTH = 80;

/** Returns a help text whose lines fit into 80 columns, and whose examples run the program by this name. */
export function helpFor(name: ProgramName, text: string): string {
  const named = text.replace(/^( {2}|.*[(|] ?)taskpack (?=[a-z])/gm, `$1${name} `);
  return blocksOf(named.split('\n')).flatMap(fitted).join('\n');
}

/** Lines that are wrapped together: a paragraph, or an item of a list with the lines that continue it. */
interface Block {
  readonly lines: readonly string[];
  /** The width of the item's term, or of the indentation. */
  readonly indentation: number;
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    if (block !== undefined && continues(line, block))
      blocks.push({ ...block, lines: [...(blocks.pop()?.lines ?? []), line] });
    else blocks.push({ lines: [line], indentation: /^ *(?:- |\S+(?: \S+)* {2,})?/.exec(line)?.[0].length ?? 0 });
  }
  return blocks;
}

function continues(line: string, { lines, indentation }: Block): boolean {
  const isText = line.trim() !== '' && lines.at(-1)?.trim() !== '';
  return isText && !isExample(line) && line.length - line.trimStart().length === indentation;
}

function isExample(line: string): boolean {
  return /^ {2}[^"]*\btaskpack /.test(line);
}

/** Wraps the block if a line is too long. Examples stay as they are, so that they can be copied. */
function fitted({ lines, indentation }: Block): readonly string[] {
  const [first = ''] = lines;
  if (isExample(first) || lines.every(({ length }) => length <= WIDTH)) return lines;
  const [start, ...words] = [
    first.slice(0, indentation),
    ...lines.flatMap((line) => line.slice(indentation).split(' ')),
  ];
  const texts: string[] = [];
  for (const word of words) {
    const last = texts.at(-1);
    if (last !== undefined && indentation + last.length + 1 + word.length <= WIDTH)
      texts.push(`${texts.pop()} ${word}`);
    else texts.push(word);
  }
  return texts.map((text, index) => `${index === 0 ? start : ' '.repeat(indentation)}${text}`);
}
