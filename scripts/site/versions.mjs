import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../root.mjs';

/** The name of the pages of the checkout. */
export const MAIN = 'main';

const RELEASE = /^v\d+\.\d+\.\d+$/;

/** The folder of the pages of each version. It must be below the folder that has VitePress, which has Vue. */
const PAGES = path.join(import.meta.dirname, 'pages');

/** Returns the tags of the releases, newest first. */
export function releases() {
  const tags = execFileSync('git', ['tag', '--sort=-version:refname'], { cwd: ROOT, encoding: 'utf8' });
  return tags.split('\n').filter((tag) => RELEASE.test(tag));
}

/** Makes and returns the folder of a version's pages: a link to those of the checkout, or a copy of those of a tag. */
export function pagesOf(revision) {
  const folder = path.join(PAGES, revision);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(PAGES, { recursive: true });
  if (revision === MAIN) symlinkSync(path.join(ROOT, 'docs'), folder);
  else {
    mkdirSync(folder);
    const archive = execFileSync('git', ['archive', `${revision}:docs`], { cwd: ROOT, maxBuffer: 1 << 28 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  }
  return folder;
}

/** Returns the menu of versions on the pages of one. VitePress puts the path of the site before each link. */
export function versionLinks(revision, all) {
  const root = revision === MAIN ? '/' : '/../';
  // A link with a target loads the page, because the other site has a router of its own.
  return all.map((text) => ({ text, link: text === MAIN ? root : `${root}${text}/`, target: '_self' }));
}
