import { expect } from 'chai';
import { GitError } from '../../../../../src/clients/git/references/git-error.ts';
import { settled } from '../../../../support/virtual-clock.ts';
import { account, clusterOf } from '../../registry-access/some-cluster.ts';
import { GitBed, id, MINUTE, resolved, secret, wanted } from './git-bed.ts';

const PENDING = { kind: 'pending' };
const ID = 'git.example/app';

describe('the watcher of a revision that only pushes concern', () => {
  const onPush = wanted({ isKnown: true, isOnlyOnPush: true });
  let bed: GitBed;

  const push = async (commit: string): Promise<void> => {
    bed.references.set('refs/heads/main', id(commit));
    bed.access.askNow(ID);
    await settled();
  };

  beforeEach(() => {
    bed = new GitBed();
  });
  afterEach(() => bed.stop());

  it('causes no query before a push, and one after it', async () => {
    expect(await bed.access.watch('a', onPush)).to.deep.equal(PENDING);
    await bed.clock.advance(600 * MINUTE);
    expect(bed.asked).to.deep.equal([]);
    await push('2');
    expect(bed.told).to.deep.equal(['a']);
    expect(await bed.access.watch('a', onPush)).to.deep.equal(resolved(id('2')));
    await bed.clock.advance(600 * MINUTE);
    expect(bed.asked).to.have.length(1);
    expect(bed.told).to.deep.equal(['a']);
  });

  it('stops polling once the revision is known', async () => {
    await bed.access.watch('a', wanted());
    await settled();
    expect(await bed.access.watch('a', onPush)).to.deep.equal(PENDING);
    await bed.clock.advance(600 * MINUTE);
    expect(bed.asked).to.have.length(1);
    await push('2');
    expect(await bed.access.watch('a', onPush)).to.deep.equal(resolved(id('2')));
  });

  it('ignores commits that other watchers poll, and gets a push at once', async () => {
    await bed.access.watch('a', onPush);
    await bed.access.watch('polled', wanted());
    await settled();
    bed.references.set('refs/heads/main', id('2'));
    await bed.clock.advance(2 * MINUTE);
    expect(await bed.access.watch('polled', wanted())).to.deep.equal(resolved(id('2')));
    expect(await bed.access.watch('a', onPush)).to.deep.equal(PENDING);
    expect(bed.told).not.to.include('a');
    await push('3');
    expect(await bed.access.watch('a', onPush)).to.deep.equal(resolved(id('3')));
    bed.references.set('refs/heads/main', id('4'));
    await bed.clock.advance(2 * MINUTE);
    expect(await bed.access.watch('a', onPush)).to.deep.equal(resolved(id('3')));
  });

  it('gets the answer to a query that started after the push, also if another one was running', async () => {
    await bed.access.watch('polled', wanted({ subPath: 'web' }));
    bed.treesTakeMs = 5_000;
    await settled();
    await bed.access.watch('a', onPush);
    await push('2');
    expect(await bed.access.watch('a', onPush)).to.deep.equal(PENDING);
    await bed.clock.advance(20_000);
    expect(await bed.access.watch('a', onPush)).to.deep.equal(resolved(id('2')));
  });

  it('gets the answer to a push with new credentials if the server refused the old ones', async () => {
    bed.start(account('builder', ['login']), secret('login', 'me', 'wrong'));
    await bed.access.watch('a', onPush);
    await bed.clock.advance(MINUTE);
    bed.failure = new GitError('SourceDenied', 'no');
    await push('2');
    expect(bed.access.isStored(ID)).to.equal(false);
    bed.failure = undefined;
    bed.get = clusterOf(account('builder', ['login']), secret('login', 'me', 'right')).get;
    await bed.clock.advance(10_001);
    await bed.access.watch('a', onPush);
    await settled();
    expect(await bed.access.watch('a', onPush)).to.deep.equal(resolved(id('2')));
    bed.access.stored('a');
    expect(bed.access.isStored(ID)).to.equal(true);
  });

  it('has stored the answer to a push only once the server has answered', async () => {
    expect(bed.access.isStored(ID)).to.equal(true);
    expect(bed.access.isWatching('a')).to.equal(false);
    await bed.access.watch('a', onPush);
    expect(bed.access.isWatching('a')).to.equal(true);
    bed.failure = new GitError('NetworkFailed', 'no');
    await push('2');
    expect(bed.access.isStored(ID)).to.equal(false);
    bed.failure = undefined;
    await bed.clock.advance(10 * MINUTE);
    await bed.access.watch('a', onPush);
    bed.access.stored('a');
    expect(bed.access.isStored(ID)).to.equal(true);
    bed.failure = new GitError('NetworkFailed', 'no');
    await push('3');
    bed.access.unwatch('a');
    expect(bed.access.isStored(ID)).to.equal(true);
  });

  it('has stored the answer to a push only once it says so, and not if a newer answer came meanwhile', async () => {
    await bed.access.watch('a', onPush);
    bed.access.stored('a');
    await bed.clock.advance(MINUTE);
    await push('2');
    expect(bed.access.isStored(ID)).to.equal(false);
    await bed.access.watch('a', onPush);
    await bed.clock.advance(MINUTE);
    await push('3');
    bed.access.stored('a');
    expect(bed.access.isStored(ID)).to.equal(false);
    await bed.access.watch('a', onPush);
    bed.access.stored('a');
    expect(bed.access.isStored(ID)).to.equal(true);
  });

  it('gets the failure of the server after a push, and the commit as soon as the server answers', async () => {
    await bed.access.watch('a', onPush);
    await bed.clock.advance(MINUTE);
    bed.failure = new GitError('NetworkFailed', 'no');
    await push('2');
    expect(await bed.access.watch('a', onPush)).to.include({ kind: 'failed', reason: 'NetworkFailed' });
    bed.failure = undefined;
    await bed.clock.advance(10 * MINUTE);
    expect(await bed.access.watch('a', onPush)).to.deep.equal(resolved(id('2')));
    expect(bed.told).to.deep.equal(['a', 'a']);
  });

  it('is polled again once its revision is no longer for pushes only', async () => {
    await bed.access.watch('a', onPush);
    await bed.clock.advance(MINUTE);
    await push('2');
    await bed.access.watch('a', onPush);
    bed.references.set('refs/heads/main', id('3'));
    await bed.clock.advance(600 * MINUTE);
    const polled = wanted({ isKnown: true });
    expect(await bed.access.watch('a', polled)).to.deep.equal(PENDING);
    await settled();
    expect(await bed.access.watch('a', polled)).to.deep.equal(resolved(id('3')));
    bed.references.set('refs/heads/main', id('4'));
    await bed.clock.advance(MINUTE);
    expect(await bed.access.watch('a', polled)).to.deep.equal(resolved(id('4')));
  });

  for (const [isKnown, revisions] of [
    [false, 'an unknown revision'],
    [true, 'a known revision'],
  ] as const) {
    it(`does not keep another watcher, of ${revisions}, from a new answer and from polling`, async () => {
      const polled = wanted({ isKnown });
      await bed.access.watch('a', onPush);
      await bed.clock.advance(MINUTE);
      await push('2');
      bed.references.set('refs/heads/main', id('3'));
      await bed.clock.advance(10 * MINUTE);
      expect(await bed.access.watch('polled', polled)).to.deep.equal(PENDING);
      await bed.clock.advance(MINUTE);
      expect(await bed.access.watch('polled', polled)).to.deep.equal(resolved(id('3')));
      expect(await bed.access.watch('a', onPush)).to.deep.equal(resolved(id('2')));
      bed.references.set('refs/heads/main', id('4'));
      await bed.clock.advance(MINUTE);
      expect(await bed.access.watch('polled', polled)).to.deep.equal(resolved(id('4')));
    });
  }

  it('does not keep another watcher from polling if it comes right after a push', async () => {
    await bed.access.watch('a', onPush);
    await bed.clock.advance(MINUTE);
    await push('2');
    expect(await bed.access.watch('polled', wanted())).to.deep.equal(resolved(id('2')));
    bed.references.set('refs/heads/main', id('3'));
    await bed.clock.advance(MINUTE);
    expect(await bed.access.watch('polled', wanted())).to.deep.equal(resolved(id('3')));
  });
});
