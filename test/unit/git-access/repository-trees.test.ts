import { expect } from 'chai';
import { GitError } from '../../../src/git-references/git-error.ts';
import { settled } from '../../support/virtual-clock.ts';
import { GitBed, id, MINUTE, resolved, wanted } from './git-bed.ts';

describe('the trees of a repository', () => {
  let bed: GitBed;

  beforeEach(() => {
    bed = new GitBed();
  });
  afterEach(() => bed.stop());

  it('find the trees of all sub paths of a new commit at once, and those of no commit twice', async () => {
    await bed.access.watch('plain', wanted());
    for (const subPath of ['web', 'web', 'api/v1'])
      await bed.access.watch(`${bed.told.length} ${subPath}`, wanted({ subPath }));
    await settled();
    expect(await bed.access.watch('0 web', wanted({ subPath: 'web' }))).to.deep.equal({
      ...resolved(id('1')),
      tree: { kind: 'known', id: id('a') },
    });
    expect(await bed.access.watch('plain', wanted())).to.deep.equal(resolved(id('1')));
    await bed.clock.advance(5 * MINUTE);
    expect(bed.askedTrees).to.deep.equal(['1 web', '1 api/v1']);
    await bed.access.watch('new', wanted({ subPath: 'docs' }));
    await settled();
    bed.references.set('refs/heads/main', id('2'));
    await bed.clock.advance(MINUTE);
    expect(bed.askedTrees.slice(2)).to.deep.equal(['1 docs', '2 web api/v1 docs']);
  });

  it('ask about trees again if the server fails, but do not hold up a commit after the second failure', async () => {
    const treesFailure = new GitError('NetworkFailed', 'it does not send trees');
    bed.treeAt = () => {
      throw treesFailure;
    };
    const unknown = { tree: { kind: 'unknown', reason: 'NetworkFailed', message: 'it does not send trees' } };
    await bed.access.watch('a', wanted({ subPath: 'web' }));
    await settled();
    expect(await bed.access.watch('a', wanted({ subPath: 'web' }))).to.include({
      kind: 'failed',
      reason: 'NetworkFailed',
    });
    await bed.clock.advance(2 * MINUTE);
    expect(await bed.access.watch('a', wanted({ subPath: 'web' }))).to.deep.equal({ ...resolved(id('1')), ...unknown });
    bed.references.set('refs/heads/main', id('2'));
    await bed.clock.advance(MINUTE);
    expect(await bed.access.watch('a', wanted({ subPath: 'web' }))).to.deep.equal({ ...resolved(id('2')), ...unknown });
  });
});
