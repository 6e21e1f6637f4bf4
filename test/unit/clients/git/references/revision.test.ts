import { expect } from 'chai';
import { resolveRevision } from '../../../../../src/clients/git/references/revision.ts';
import { candidateNames } from '../../../../../src/core/model/git-revision.ts';

const id = (digit: string): string => digit.repeat(40);

const REFERENCES = new Map([
  ['HEAD', { id: id('1') }],
  ['refs/heads/main', { id: id('1') }],
  ['refs/heads/both', { id: id('2') }],
  ['refs/tags/both', { id: id('3') }],
  ['refs/tags/light', { id: id('4') }],
  ['refs/tags/annotated', { id: id('5'), peeled: id('6') }],
  ['refs/pull/7/head', { id: id('7') }],
  ['refs/heads/beef', { id: id('8') }],
  ['refs/heads/+plus', { id: id('9') }],
  ['refs/heads/-minus', { id: id('a') }],
  ['refs/tags/größe', { id: id('b') }],
  ['refs/remotes/origin/far', { id: id('c') }],
]);

describe('a git revision', () => {
  const resolutions: Readonly<Record<string, object>> = {
    main: { type: 'Branch', commit: id('1') },
    'refs/heads/main': { type: 'Branch', commit: id('1') },
    HEAD: { type: 'Branch', commit: id('1') },
    both: { type: 'Branch', commit: id('2') },
    'refs/tags/both': { type: 'Tag', commit: id('3') },
    light: { type: 'Tag', commit: id('4') },
    annotated: { type: 'Tag', commit: id('6'), tagObject: id('5') },
    'pull/7/head': { type: 'Branch', commit: id('7') },
    'refs/pull/7/head': { type: 'Branch', commit: id('7') },
    beef: { type: 'Branch', commit: id('8') },
    c0ffee: { type: 'Commit', commit: 'c0ffee' },
    ['9'.repeat(39)]: { type: 'Commit', commit: '9'.repeat(39) },
    [id('9')]: { type: 'Commit', commit: id('9') },
    [id('C')]: { type: 'Commit', commit: id('C') },
    C0FFEE: { type: 'Commit', commit: 'C0FFEE' },
    ['9'.repeat(41)]: { type: 'Commit', commit: '9'.repeat(41) },
    '+plus': { type: 'Branch', commit: id('9') },
    '-minus': { type: 'Branch', commit: id('a') },
    größe: { type: 'Tag', commit: id('b') },
    'origin/far': { type: 'Branch', commit: id('c') },
    ['9'.repeat(64)]: { type: 'Commit', commit: '9'.repeat(64) },
  };
  for (const [revision, resolved] of Object.entries(resolutions)) {
    it(`is resolved: ${revision}`, () => expect(resolveRevision(revision, REFERENCES)).to.deep.equal(resolved));
  }

  for (const revision of [
    'missing',
    'heads',
    'abc',
    '9'.repeat(65),
    'main^{}',
    'ma*',
    'a b',
    '..',
    '-main',
    '/main',
    '',
  ]) {
    it(`is unknown: ${JSON.stringify(revision)}`, () => {
      expect(resolveRevision(revision, REFERENCES)).to.equal(undefined);
    });
  }

  it('is never a pattern or an option for the server', () => {
    for (const revision of ['*', 'a[b]', 'a\nb', 'a\0b', 'x'.repeat(2000)]) {
      expect(candidateNames(revision), revision.slice(0, 20)).to.deep.equal([]);
    }
  });
});
