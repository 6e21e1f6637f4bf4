/** A command of a page, and what the page shows as its output. */
export interface ShellCommand {
  /** The line of the page, from 1. */
  readonly line: number;
  readonly text: string;
  /** Empty if the page shows no output. */
  readonly output: readonly string[];
}

/** A block of commands in a page: a fenced block of the language `console` (prompts and output) or `sh` (a script). */
export interface ShellBlock {
  /** The line of the opening fence, from 1. */
  readonly line: number;
  /** The nearest heading above, without its marks, or the empty text. */
  readonly heading: string;
  readonly commands: readonly ShellCommand[];
  /** Why no test runs the block: the text of a comment `<!-- not run: … -->` right above it. */
  readonly notRun?: string;
}

const FENCE = /^(?<indent> *)```(?<language>[a-z]*)$/;
const HEADING = /^#+ (?<title>.+)$/;
const NOT_RUN = /^ *<!-- not run: (?<reason>.+) -->$/;
const PROMPT = '$ ';

/** Returns the blocks of commands of a Markdown page, in their order. */
export function shellBlocks(markdown: string): readonly ShellBlock[] {
  const lines = markdown.split('\n');
  const blocks: ShellBlock[] = [];
  let heading = '';
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const { indent = '', language } = FENCE.exec(line)?.groups ?? {};
    if (language === undefined) {
      heading = HEADING.exec(line)?.groups?.['title'] ?? heading;
      at += 1;
      continue;
    }
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    const content = lines.slice(at + 1, end).map((each) => each.slice(indent.length));
    const commands = commandsOf(language, content, at + 2);
    const notRun = noteAbove(lines, at);
    if (commands.length > 0) blocks.push({ line: at + 1, heading, commands, ...(notRun !== undefined && { notRun }) });
    at = end + 1;
  }
  return blocks;
}

function commandsOf(language: string, content: readonly string[], firstLine: number): readonly ShellCommand[] {
  if (language === 'sh') return [{ line: firstLine, text: content.join('\n'), output: [] }];
  return language === 'console' ? promptedCommands(content, firstLine) : [];
}

function promptedCommands(content: readonly string[], firstLine: number): readonly ShellCommand[] {
  const commands: { line: number; text: string; output: string[] }[] = [];
  for (const [index, line] of content.entries()) {
    const last = commands.at(-1);
    if (line.startsWith(PROMPT))
      commands.push({ line: firstLine + index, text: line.slice(PROMPT.length), output: [] });
    else if (last === undefined) throw new Error(`line ${firstLine + index}: a console block starts with a prompt`);
    else if (last.output.length === 0 && isUnfinished(last.text)) last.text += `\n${line}`;
    else last.output.push(line);
  }
  return commands;
}

/** True if a command continues in the next line: after a backslash, an operator, or until the end of a here-document. */
function isUnfinished(text: string): boolean {
  const tag = /<<'?(?<tag>[A-Z]+)'?/.exec(text)?.groups?.['tag'];
  if (tag !== undefined) return !text.endsWith(`\n${tag}`);
  return /(?:\\|\||&&)$/.test(text);
}

function noteAbove(lines: readonly string[], fence: number): string | undefined {
  const above = lines[fence - 1] === '' ? lines[fence - 2] : lines[fence - 1];
  return NOT_RUN.exec(above ?? '')?.groups?.['reason'];
}
