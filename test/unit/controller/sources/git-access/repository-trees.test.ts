import { expect } from 'chai';
import { GitError } from '../../../../../src/clients/git/references/git-error.ts';
import { settled } from '../../../../support/virtual-clock.ts';
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

  it('leave the trees of further commits to the next query, which follows at once', async () => {
    bed.treesTakeMs = 10_000;
    for (const digit of ['1', '2', '3']) bed.references.set(`refs/heads/${digit}`, id(digit));
    for (const revision of ['1', '2', '3']) await bed.access.watch(revision, wanted({ revision, subPath: 'web' }));
    await bed.clock.advance(20_000);
    expect(bed.told).to.deep.equal(['1', '2']);
    expect(await bed.access.watch('3', wanted({ revision: '3', subPath: 'web' }))).to.deep.equal({ kind: 'pending' });
    await bed.clock.advance(10_000);
    expect(bed.told).to.deep.equal(['1', '2', '3']);
    expect(bed.askedTrees).to.deep.equal(['1 web', '2 web', '3 web']);
  });

  it('report that the server no longer has the commit that a watcher keeps', async () => {
    const keeping = wanted({ subPath: 'web', kept: id('9') });
    const other = wanted({ subPath: 'web', kept: id('8') });
    await bed.access.watch('a', keeping);
    await bed.access.watch('b', other);
    await settled();
    expect(await bed.access.watch('a', keeping)).not.to.have.property('isKeptMissing');
    bed.removed = new Set([id('9')]);
    bed.references.set('refs/heads/main', id('2'));
    await bed.clock.advance(3 * MINUTE);
    expect(await bed.access.watch('a', keeping)).to.have.property('isKeptMissing', true);
    expect(await bed.access.watch('b', other)).not.to.have.property('isKeptMissing');
    expect(bed.askedTrees).to.deep.equal(['1 web', '2 web']);
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
