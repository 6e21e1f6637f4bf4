import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { fencedBlocks, shellBlocks } from '../../support/docs/shell-blocks.ts';

const FOLDERS = ['docs/how-to', 'docs/tutorials'];
const MAX_NOT_RUN = 10;

const PAGES = FOLDERS.flatMap((folder) => filesBelow(folder, '.md')).map((name) => ({
  name,
  lines: read(name).split('\n'),
  blocks: shellBlocks(read(name)),
}));
const NOT_RUN = PAGES.flatMap(({ name, blocks }) =>
  blocks.flatMap(({ line, notRun }) => (notRun === undefined ? [] : [`${name}:${line}: ${notRun}`])),
);
/** The tests that run commands of pages, because only they import the reader of commands. */
const PAGE_TESTS = filesBelow('test', '.ts')
  .filter((name) => !name.startsWith('test/support/') && !name.startsWith('test/project/'))
  .map(read)
  .filter((text) => /from '[./]+\/support\/docs\/(?:run-page|section-commands)\.ts'/.test(text));

describe('the tutorials and how-to guides', () => {
  it('write commands only in blocks that a test reads: sh and console', () => {
    expect(PAGES.flatMap(unreadCommands)).to.deep.equal([]);
  });

  it('run in tests', () => {
    expect(PAGES.filter((page) => !isExecuted(page)).map(({ name }) => name)).to.deep.equal([]);
  });

  it(`have at most ${MAX_NOT_RUN} blocks of commands that no test runs`, () => {
    expect(NOT_RUN.length, NOT_RUN.join('\n')).to.be.at.most(MAX_NOT_RUN);
  });
});

type Page = (typeof PAGES)[number];

/** Returns the fences and prompts that look like commands, but are in no block of commands. */
function unreadCommands({ name, lines }: Page): readonly string[] {
  const blocks = fencedBlocks(lines);
  const fences = new Set(blocks.flatMap(({ line, content }) => [line, line + content.length + 1]));
  const strange = lines.flatMap((line, at) => (/```|~~~/.test(line) && !fences.has(at + 1) ? [at + 1] : []));
  const shells = blocks.filter(({ language, content }) =>
    language === 'sh' || language === 'console'
      ? false
      : /sh$|^shell|^console/.test(language) || content.some((line) => line.trimStart().startsWith('$ ')),
  );
  return [...strange, ...shells.map(({ line }) => line)].map((line) => `${name}:${line}: ${lines[line - 1]}`);
}

/** True if one test runs all blocks of the page, or names the heading of each. */
function isExecuted({ name, blocks }: Page): boolean {
  const headings = blocks.filter(({ notRun }) => notRun === undefined).map(({ heading }) => heading);
  if (headings.length === 0) return true;
  const tests = PAGE_TESTS.filter((text) => text.includes(`'${name}'`));
  return tests.some(
    (text) => text.includes('describePage(') || headings.every((heading) => text.includes(`'${heading}'`)),
  );
}

function filesBelow(folder: string, extension: string): readonly string[] {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true }).map(String);
  return names.filter((name) => name.endsWith(extension)).map((name) => path.posix.join(folder, name));
}

function read(name: string): string {
  return readFileSync(path.join(ROOT, name), 'utf8');
}
