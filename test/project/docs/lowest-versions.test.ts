import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';

const PAGES = pagesIn('docs');
const TASK_PAGES = pagesIn('tasks');
const README = readFileSync(path.join(ROOT, 'README.md'), 'utf8');

/** The rows of README's table of supported programs, and the words before a version on other pages. */
const PROGRAMS = [
  ['Node', 'Node', PAGES],
  ['Kubernetes (controller)', 'Kubernetes', PAGES],
  ['Tekton for Builds', 'Tekton', PAGES],
  ['Tekton for Tasks', 'Tekton', TASK_PAGES],
] as const;

describe('the lowest versions of other programs', () => {
  for (const [row, program, pages] of PROGRAMS) {
    it(`are the same on all pages: ${row}`, () => {
      const lowest = supportedVersion(row);
      const statements = pages.flatMap((page) => statedVersions(page, program));
      expect(statements).to.have.length.above(0);
      for (const { page, version } of statements) expect(version, page).to.equal(lowest);
    });
  }

  it('of Node are those of the package', () => {
    const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      readonly engines: { readonly node: string };
    };
    expect(engines.node).to.match(new RegExp(`^>=${supportedVersion('Node')}(\\.0)?$`));
  });
});

function pagesIn(folder: string): readonly string[] {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true }).map(String);
  return files.filter((file) => file.endsWith('.md')).map((file) => path.join(folder, file));
}

function supportedVersion(row: string): string | undefined {
  const line = README.split('\n').find((each) => each.startsWith(`| ${row} `));
  return /^\| .*? \| (?<version>\d+\.\d+) or newer/.exec(line ?? '')?.groups?.['version'];
}

function statedVersions(page: string, program: string): readonly { readonly page: string; readonly version: string }[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8').replaceAll(/\s+/g, ' ');
  const statements = text.matchAll(new RegExp(`\\b${program} (\\d+\\.\\d+) (?:or newer|and newer)`, 'g'));
  return [...statements].map(([, version = '']) => ({ page, version }));
}
