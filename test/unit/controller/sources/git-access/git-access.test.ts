import { expect } from 'chai';
import { GitError } from '../../../../../src/clients/git/references/git-error.ts';
import { settled } from '../../../../support/virtual-clock.ts';
import { account, clusterOf } from '../../registry-access/some-cluster.ts';
import { GitBed, id, MINUTE, resolved, secret, wanted } from './git-bed.ts';

describe('the access to git servers', () => {
  let bed: GitBed;

  beforeEach(() => {
    bed = new GitBed();
  });
  afterEach(() => bed.stop());

  it('resolve a revision, and notify the watcher only when it moves', async () => {
    expect(await bed.access.watch('a', wanted())).to.deep.equal({ kind: 'pending' });
    await settled();
    expect(bed.told).to.deep.equal(['a']);
    expect(await bed.access.watch('a', wanted())).to.deep.equal(resolved(id('1')));
    await bed.clock.advance(5 * MINUTE);
    expect(bed.told).to.deep.equal(['a']);
    bed.references.set('refs/heads/main', id('2'));
    await bed.clock.advance(MINUTE);
    expect(bed.told).to.deep.equal(['a', 'a']);
    expect(await bed.access.watch('a', wanted())).to.deep.equal(resolved(id('2')));
  });

  it('ask at once about a repository that was pushed to, with every login, and about no other', async () => {
    bed.start(account('one', ['login']), secret('login', 'me', 'secret'));
    await bed.access.watch('a', wanted());
    await bed.access.watch('b', wanted({ account: { namespace: 'team', serviceAccount: 'one' } }));
    await bed.access.watch('c', wanted({ url: 'git@git.example:app.git' }));
    await bed.access.watch('d', wanted({ url: 'https://git.example/other' }));
    await settled();
    await bed.clock.advance(10_000);
    bed.asked = [];
    bed.references.set('refs/heads/main', id('2'));
    bed.access.askNow('git.example/app');
    bed.access.askNow('git.example/nobody');
    await settled();
    expect(bed.asked.map((query) => query.split(' ')[1])).to.have.members([
      'https://git.example/app',
      'https://git.example/app',
      'git@git.example:app.git',
    ]);
    expect(await bed.access.watch('a', wanted())).to.deep.equal(resolved(id('2')));
  });

  it('send one query for all watchers of one repository', async () => {
    for (let index = 0; index < 50; index += 1) await bed.access.watch(`w${index}`, wanted());
    await bed.access.watch('other', wanted({ revision: 'next' }));
    await settled();
    await bed.clock.advance(30_001);
    expect(bed.asked[0]).to.equal(`http https://git.example/app ${names('main')}`);
    expect(new Set(bed.asked.slice(1))).to.deep.equal(
      new Set([`http https://git.example/app ${names('main')} ${names('next')}`]),
    );
    expect(bed.asked).to.have.length(2);
    for (let index = 0; index < 50; index += 1) {
      expect(await bed.access.watch(`w${index}`, wanted())).to.deep.equal(resolved(id('1')));
    }
  });

  it('send a query for each namespace, which shows no other namespace its failure', async () => {
    const other = { account: { namespace: 'other', serviceAccount: 'builder' } };
    bed.failure = new GitError('SourceNotFound', 'a secret of the first namespace');
    await bed.access.watch('a', wanted());
    await settled();
    expect(bed.told).to.deep.equal(['a']);
    bed.failure = undefined;
    expect(await bed.access.watch('b', wanted(other))).to.deep.equal({ kind: 'pending' });
    await settled();
    expect(await bed.access.watch('b', wanted(other))).to.deep.equal(resolved(id('1')));
  });

  it('report a failure, ask again, and notify the watcher when the server answers', async () => {
    bed.failure = new GitError('NetworkFailed', 'it does not answer', { scope: 'host' });
    await bed.access.watch('a', wanted());
    await settled();
    expect(bed.told).to.deep.equal(['a']);
    expect(await bed.access.watch('a', wanted())).to.deep.equal({
      kind: 'failed',
      reason: 'NetworkFailed',
      message: 'it does not answer',
    });
    await bed.clock.advance(2 * MINUTE);
    expect(bed.told).to.deep.equal(['a']);
    expect(bed.asked.length).to.be.greaterThan(2);
    bed.failure = undefined;
    await bed.clock.advance(5 * MINUTE);
    expect(bed.told).to.deep.equal(['a', 'a']);
    expect(await bed.access.watch('a', wanted())).to.deep.equal(resolved(id('1')));
    expect(new Set(bed.outcomes)).to.deep.equal(new Set(['NetworkFailed', 'answered']));
  });

  it('poll a server although other servers on the same host fail', async () => {
    const broken = ['http://git.example', 'https://git.example:8443', 'ssh://git.example:2222'];
    bed.answerOf = (url) => {
      if (broken.some((server) => url.startsWith(`${server}/`)))
        throw new GitError('NetworkFailed', 'it does not answer', { scope: 'host' });
    };
    for (const server of broken) {
      for (let index = 0; index < 50; index += 1)
        await bed.access.watch(`${server} ${index}`, wanted({ url: `${server}/${index}` }));
    }
    await bed.clock.advance(5 * MINUTE);
    for (const url of ['https://git.example/app', 'git@git.example:app']) {
      await bed.access.watch(url, wanted({ url }));
      await settled();
      expect(await bed.access.watch(url, wanted({ url }))).to.deep.equal(resolved(id('1')));
    }
  });

  it('not ask a server before its Retry-After, even if the URL of its only watcher changes', async () => {
    bed.failure = new GitError('ServerUnavailable', 'try again later', { retryAfterMs: 90_000, scope: 'host' });
    await bed.access.watch('a', wanted());
    await settled();
    await bed.access.watch('a', wanted({ url: 'https://git.example/moved' }));
    await bed.clock.advance(80_000);
    expect(bed.asked).to.have.length(1);
    expect(bed.told).to.deep.equal(['a', 'a']);
  });

  it('report a revision that the repository does not have, and resolve it once it is pushed', async () => {
    await bed.access.watch('a', wanted({ revision: 'next' }));
    await settled();
    expect(await bed.access.watch('a', wanted({ revision: 'next' }))).to.include({
      kind: 'failed',
      reason: 'RevisionNotFound',
    });
    bed.references.set('refs/heads/next', id('3'));
    await bed.clock.advance(MINUTE);
    expect(await bed.access.watch('a', wanted({ revision: 'next' }))).to.deep.equal(resolved(id('3')));
  });

  it('ask again for a new watcher, unless the last query was just sent', async () => {
    const slow = wanted({ intervalMs: 60 * MINUTE });
    await bed.access.watch('first', slow);
    await settled();
    await bed.access.watch('second', slow);
    expect(await bed.access.watch('second', slow)).to.deep.equal(resolved(id('1')));
    bed.references.set('refs/heads/main', id('2'));
    await bed.clock.advance(MINUTE);
    expect(await bed.access.watch('third', slow)).to.deep.equal({ kind: 'pending' });
    await settled();
    expect(await bed.access.watch('third', slow)).to.deep.equal(resolved(id('2')));
    expect(bed.told.slice(-3)).to.have.members(['first', 'second', 'third']);
    expect(bed.asked).to.have.length(2);
  });

  it('ask at once with new credentials if the server refused the old ones', async () => {
    const known = wanted({ isKnown: true, intervalMs: 600 * MINUTE });
    bed.start(account('builder', ['login']), secret('login', 'me', 'wrong'));
    bed.failure = new GitError('SourceDenied', 'no');
    await bed.access.watch('a', known);
    await bed.clock.advance(300 * MINUTE);
    expect(await bed.access.watch('a', known)).to.include({ kind: 'failed' });
    bed.failure = undefined;
    bed.get = clusterOf(account('builder', ['login']), secret('login', 'me', 'right')).get;
    await bed.clock.advance(10_001);
    await bed.access.watch('a', known);
    await settled();
    expect(await bed.access.watch('a', known)).to.deep.equal(resolved(id('1')));
  });

  it('spread the queries about known revisions over the interval', async () => {
    await bed.access.watch('a', wanted({ isKnown: true }));
    await bed.clock.advance(29_000);
    expect(bed.asked).to.deep.equal([]);
    await bed.clock.advance(1_000);
    expect(bed.asked).to.have.length(1);
  });

  it('ask at the shortest interval, and no more without watchers', async () => {
    await bed.access.watch('slow', wanted({ intervalMs: 60 * MINUTE }));
    await settled();
    await bed.clock.advance(10 * MINUTE);
    expect(bed.asked).to.have.length(1);
    await bed.access.watch('quick', wanted());
    await bed.clock.advance(10 * MINUTE);
    expect(bed.asked.length).to.be.within(9, 12);
    bed.access.unwatch('slow');
    bed.access.unwatch('quick');
    bed.access.unwatch('unknown');
    const before = bed.asked.length;
    await bed.clock.advance(100 * MINUTE);
    expect(bed.asked).to.have.length(before);
  });
});

/** Returns the names of the references that a revision can mean. */
function names(revision: string): string {
  return ['heads/', 'tags/', '', 'remotes/'].map((folder) => `refs/${folder}${revision}`).join(' ');
}
