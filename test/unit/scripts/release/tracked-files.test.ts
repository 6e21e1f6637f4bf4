import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { changesOf, trackedFiles } from '../../../../scripts/release/tracked-files.mjs';
import { makeWorkspace, type Workspace } from '../../../support/workspace.ts';

describe('the files that a release is made from', () => {
  let clone: Workspace;
  beforeEach(() => {
    clone = makeWorkspace();
    clone.write({ '.gitignore': '*.tgz\n', 'config/chart/b.yaml': '', 'config/chart/a/c.yaml': '' });
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '--message', 'Files');
  });
  afterEach(() => clone.remove());

  it('are those of the commit', () => {
    clone.write({ 'config/chart/more.yaml': '', 'config/chart/ignored.tgz': '' });
    expect(trackedFiles(clone.path, 'config/chart')).to.deep.equal(['a/c.yaml', 'b.yaml']);
  });

  for (const [title, file, changes] of [
    ['a changed file', 'config/chart/b.yaml', [' M config/chart/b.yaml']],
    ['a file that is not in the commit', 'config/more/a.yaml', ['?? config/more/a.yaml']],
    ['an ignored file beside them', 'config/chart/ignored.tgz', ['!! config/chart/ignored.tgz']],
    ['an ignored file elsewhere', 'ignored.tgz', []],
  ] as const) {
    it(`show ${title} as ${changes.length === 0 ? 'no change' : 'a change'}`, () => {
      clone.write({ [file]: 'changed' });
      expect(changesOf(clone.path)).to.deep.equal(changes);
    });
  }

  function git(...args: readonly string[]): void {
    execFileSync('git', args, { cwd: clone.path });
  }
});
