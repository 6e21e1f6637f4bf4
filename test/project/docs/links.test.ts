import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../..');
const REPOSITORY = /^https:\/\/github\.com\/taskpack\/taskpack\/(?:blob|tree)\/main\//;
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

  it('of the documentation link only to files of the npm package, or to an address', () => {
    const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
    const packaged = ['README.md', ...files];
    const isPackaged = (file: string): boolean => packaged.some((each) => file === each || file.startsWith(`${each}/`));
    const links = PAGES.filter((page) => page.startsWith('docs/')).flatMap((page) =>
      relativeLinksOf(page).map((link) => ({ page, link, file: targetOf(page, link) })),
    );
    expect(links.filter(({ file }) => !isPackaged(file)).map(({ page, link }) => `${page}: ${link}`)).to.deep.equal([]);
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
  const ownAddresses = linksOf(page).filter((link) => REPOSITORY.test(link));
  const broken = [
    ...relativeLinksOf(page).filter((link) => !exists(targetOf(page, link), link)),
    ...ownAddresses.filter((link) => !exists(link.replace(REPOSITORY, '').replace(/#.*/, ''), link)),
  ];
  return broken.map((link) => `${page}: ${link}`);
}

function relativeLinksOf(page: string): readonly string[] {
  return linksOf(page).filter((link) => !/^https?:/.test(link));
}

function linksOf(page: string): readonly string[] {
  return [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** Returns the file to which a relative link of a page leads, from the root of the project. */
function targetOf(page: string, link: string): string {
  const [file = ''] = link.split('#');
  return file === '' ? page : path.posix.join(path.posix.dirname(page), file);
}

/** True if the file exists, with the heading that the link names. */
function exists(file: string, link: string): boolean {
  if (!existsSync(path.join(ROOT, file))) return false;
  const [, heading] = link.split('#');
  return heading === undefined || headingsOf(file).includes(heading);
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
