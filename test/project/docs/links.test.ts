import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const FOLDERS = ['docs', 'tasks', 'test', 'fallback-entrypoint', 'export-guard'];
const PAGES = [
  ...pagesIn('.', readdirSync(ROOT)),
  ...FOLDERS.flatMap((folder) =>
    pagesIn(folder, readdirSync(path.join(ROOT, folder), { recursive: true }).map(String)),
  ),
];

describe('Markdown pages', () => {
  it('link to files and headings that exist', () => {
    expect(PAGES.flatMap(brokenLinks)).to.deep.equal([]);
  });

  it('are all in the index of the documentation, below the heading of their kind', () => {
    const index = read('docs/README.md').split(/^## (?=Tutorials|How-to|Reference|Explanation)/m);
    const kinds = ['tutorials', 'how-to', 'reference', 'explanation'];
    const pages = PAGES.filter((page) => /^docs\/[\w-]+\//.test(page)).map((page) => page.replace(/^docs\//, ''));
    const isListed = (page: string): boolean =>
      index[kinds.indexOf(page.split('/')[0] ?? '') + 1]?.includes(`(${page})`) === true;
    expect(pages.filter((page) => !isListed(page))).to.deep.equal([]);
  });

  it('name files of the project that exist', () => {
    expect(PAGES.flatMap(missingPaths)).to.deep.equal([]);
  });
});

function brokenLinks(page: string): readonly string[] {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !exists(page, link)).map((link) => `${page}: ${link}`);
}

function exists(page: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
  if (!existsSync(path.join(ROOT, target))) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

/** Returns the anchors of a page's headings as GitHub derives them. */
function headingsOf(page: string): readonly string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the code spans that look like a path of the project and name no file. `*` stands for any name. */
function missingPaths(page: string): readonly string[] {
  const spans = [
    ...read(page).matchAll(
      /`((?:src|translators|docs|config|scripts|tasks|test\/(?:unit|golden|integration|e2e|peers|cluster|bench))\/[\w./*-]+)`/g,
    ),
  ];
  return spans
    .map(([, name = '']) => name)
    .filter((name) => !name.includes('*') && !existsSync(path.join(ROOT, name)))
    .map((name) => `${page}: ${name}`);
}

function read(page: string): string {
  return readFileSync(path.join(ROOT, page), 'utf8');
}

function pagesIn(folder: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.endsWith('.md')).map((name) => path.posix.join(folder, name));
}
