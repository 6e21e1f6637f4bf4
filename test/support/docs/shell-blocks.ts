/** A command of a page, and what the page shows as its output. */
export interface ShellCommand {
  /** The line of the page, from 1. */
  readonly line: number;
  readonly text: string;
  /** Empty if the page shows no output. */
  readonly output: readonly string[];
}

/** A file that a page shows: a block of YAML or JavaScript whose first line is a comment with the file's name. */
export interface ShownFile {
  readonly name: string;
  readonly content: string;
}

/** A block of commands in a page: a fenced block of the language `console` (prompts and output) or `sh` (a script). */
export interface ShellBlock {
  /** The line of the opening fence, from 1. */
  readonly line: number;
  /** The nearest heading above, without its marks, or the empty text. */
  readonly heading: string;
  readonly commands: readonly ShellCommand[];
  /** The files that the page shows between the block before and this one. */
  readonly files: readonly ShownFile[];
  /** Why no test runs the block: the text of a comment `<!-- not run: … -->` right above it. */
  readonly notRun?: string;
}

const FENCE = /^(?<indent> *)```(?<language>[a-z]*)$/;
const HEADING = /^#+ (?<title>.+)$/;
const NOT_RUN = /^ *<!-- not run: (?<reason>.+) -->$/;
const FILE_NAME = /^(?:#|\/\/) (?<name>[\w./-]+\.(?:ya?ml|mjs))$/;
const PROMPT = '$ ';

/** Returns the blocks of commands of a Markdown page, in their order. */
export function shellBlocks(markdown: string): readonly ShellBlock[] {
  const blocks: ShellBlock[] = [];
  let files: readonly ShownFile[] = [];
  for (const { line, heading, language, content, notRun } of fencedBlocks(markdown.split('\n'))) {
    const commands = commandsOf(language, content, line + 1);
    files = [...files, ...shownFiles(content)];
    if (commands.length === 0) continue;
    blocks.push({ line, heading, commands, files, ...(notRun !== undefined && { notRun }) });
    files = [];
  }
  return blocks;
}

interface FencedBlock {
  readonly line: number;
  readonly heading: string;
  readonly language: string;
  readonly content: readonly string[];
  readonly notRun: string | undefined;
}

/** Returns all fenced blocks of a page, in their order. */
export function fencedBlocks(lines: readonly string[]): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let heading = '';
  for (let at = 0; at < lines.length; at += 1) {
    const { indent = '', language } = FENCE.exec(lines[at] ?? '')?.groups ?? {};
    if (language === undefined) {
      heading = HEADING.exec(lines[at] ?? '')?.groups?.['title'] ?? heading;
      continue;
    }
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    if (end === -1) throw new Error(`line ${at + 1}: the fenced block has no end`);
    const content = lines.slice(at + 1, end).map((each) => each.slice(indent.length));
    blocks.push({ line: at + 1, heading, language, content, notRun: noteAbove(lines, at) });
    at = end;
  }
  return blocks;
}

function shownFiles([first = '', ...others]: readonly string[]): readonly ShownFile[] {
  const name = FILE_NAME.exec(first)?.groups?.['name'];
  return name === undefined ? [] : [{ name, content: `${others.join('\n')}\n` }];
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
