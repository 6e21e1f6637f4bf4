import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../support/command.ts';
import { faultsOf, promisesOf, titlesIn, wantedNames } from '../../support/docs/promises.ts';

/** The pages whose headings and rows are promises. */
const PAGES = [
  'README.md',
  'docs/explanation/security.md',
  'docs/reference/limits.md',
  ...howTos(/^(?:convert|migrate|move)-/),
  'docs/reference/kpack-differences.md',
];

/** Facts about other systems, and about people whom everybody trusts. */
const MAX_WITHOUT_TEST = 2;

const PROMISES = promisesOf(read('test/README.md'));

describe('test/README.md', () => {
  it('has a section for each page that promises something', () => {
    expect([...PROMISES.keys()]).to.deep.equal(PAGES);
  });

  for (const page of PAGES) {
    const promises = PROMISES.get(page) ?? [];

    it(`names every heading and every row of ${page}, in their order`, () => {
      const wanted = wantedNames(read(page), promises);
      const details = promises.filter(({ name }) => wanted.some((each) => name.startsWith(`${each}: `)));
      const named = promises.filter((promise) => !details.includes(promise) || wanted.includes(promise.name));
      expect(named.map(({ name }) => name)).to.deep.equal(wanted);
    });

    it(`names a test that exists for each promise of ${page}`, () => {
      expect(faultsOf(read(page), page, promises)).to.deep.equal([]);
    });
  }

  for (const skipped of [
    `it.skip('a', () => undefined);`,
    `xit('a', () => undefined);`,
    `describe.skip('tests', () => { it('a', () => undefined); });`,
    `// it('a', () => undefined);`,
  ]) {
    it(`cannot name the skipped test of ${skipped}`, () => {
      expect([...titlesIn(`${skipped}\nit('b', () => undefined);`)]).to.deep.equal(['b']);
    });
  }

  it(`has at most ${MAX_WITHOUT_TEST} promises without a test, each with the reason`, () => {
    const without = [...PROMISES.values()].flat().flatMap(({ test }) => ('none' in test ? [test.none] : []));
    const reasons = without.filter((reason) => reason !== 'its rows' && reason !== 'its sections');
    expect(reasons.length, reasons.join('\n')).to.be.at.most(MAX_WITHOUT_TEST);
    for (const reason of reasons) expect(reason).to.match(/^none: /);
  });
});

function howTos(pattern: RegExp): readonly string[] {
  const names = readdirSync(path.join(ROOT, 'docs/how-to')).filter((name) => pattern.test(name));
  return names.toSorted().map((name) => `docs/how-to/${name}`);
}

function read(name: string): string {
  return readFileSync(path.join(ROOT, name), 'utf8');
}
