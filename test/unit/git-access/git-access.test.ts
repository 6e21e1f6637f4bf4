import { expect } from 'chai';
import { gitAccess, type GitAccess } from '../../../src/git-access/git-access.ts';
import type { WantedRevision } from '../../../src/git-access/git-revisions.ts';
import { GitError } from '../../../src/git-references/git-error.ts';
import type { GitQuestion, References } from '../../../src/git-references/references.ts';
import type { Tree } from '../../../src/git-references/trees.ts';
import { makeRedaction } from '../../../src/http/redaction.ts';
import type { KubeClient } from '../../../src/kube/client/kube-client.ts';
import type { KubeObject } from '../../../src/kube/client/kube-object.ts';
import { settled, VirtualClock } from '../../support/virtual-clock.ts';
import { account, clusterOf } from '../registry-access/some-cluster.ts';

const id = (digit: string): string => digit.repeat(40);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const MINUTE = 60_000;

describe('the access to git servers', () => {
  let clock: VirtualClock;
  let asked: string[];
  let told: string[];
  let outcomes: string[];
  let references: Map<string, string>;
  let failure: GitError | undefined;
  let answerOf: (url: string) => void;
  let askedTrees: string[];
  let treeAt: (commit: string) => Tree;
  let access: GitAccess;
  let stop: AbortController;
  let get: KubeClient['get'];

  const list = async (how: string, question: GitQuestion): Promise<References> => {
    const logins = question.credentials.map((credential) =>
      credential.kind === 'basic' ? credential.authorization.replace('Basic ', '') : credential.key,
    );
    asked.push([how, question.address.url, ...logins, ...question.names].join(' '));
    answerOf(question.address.url);
    if (failure !== undefined) throw failure;
    const found = question.names.flatMap((name) => {
      const commit = references.get(name);
      return commit === undefined ? [] : [[name, { id: commit }] as const];
    });
    return new Map(found);
  };
  const start = (...objects: readonly KubeObject[]): void => {
    ({ get } = clusterOf(...objects));
    stop = new AbortController();
    access = gitAccess({
      client: { get: async (...request) => get(...request) },
      clock,
      random: () => 0.5,
      redaction: makeRedaction(),
      overHttp: async (question) => list('http', question),
      byProgram: async (question) => list('git', question),
      findTrees: async ({ commit, paths }) => {
        askedTrees.push([commit[0], ...paths].join(' '));
        return new Map(paths.map((path) => [path, treeAt(commit)]));
      },
      onAsked: (outcome) => void outcomes.push(outcome),
      signal: stop.signal,
    });
    access.subscribe((watcher) => void told.push(watcher));
  };
  beforeEach(() => {
    clock = new VirtualClock();
    [asked, told, outcomes, askedTrees] = [[], [], [], []];
    treeAt = (commit) => ({ kind: 'known', id: commit.replaceAll('1', 'a') });
    failure = undefined;
    answerOf = () => undefined;
    references = new Map([['refs/heads/main', id('1')]]);
    start();
  });
  afterEach(() => stop.abort());

  it('resolve a revision and tell when it moves, and only then', async () => {
    expect(await access.watch('a', wanted())).to.deep.equal({ kind: 'pending' });
    await settled();
    expect(told).to.deep.equal(['a']);
    expect(await access.watch('a', wanted())).to.deep.equal(resolved(id('1')));
    await clock.advance(5 * MINUTE);
    expect(told).to.deep.equal(['a']);
    references.set('refs/heads/main', id('2'));
    await clock.advance(MINUTE);
    expect(told).to.deep.equal(['a', 'a']);
    expect(await access.watch('a', wanted())).to.deep.equal(resolved(id('2')));
  });

  it('ask at once about a repository that was pushed to, with every login, and about no other', async () => {
    start(account('one', ['login']), secret('login', 'me', 'secret'));
    await access.watch('a', wanted());
    await access.watch('b', wanted({ account: { namespace: 'team', serviceAccount: 'one' } }));
    await access.watch('c', wanted({ url: 'git@git.example:app.git' }));
    await access.watch('d', wanted({ url: 'https://git.example/other' }));
    await settled();
    await clock.advance(10_000);
    asked = [];
    references.set('refs/heads/main', id('2'));
    access.askNow('git.example/app');
    access.askNow('git.example/nobody');
    await settled();
    expect(asked.map((question) => question.split(' ')[1])).to.have.members([
      'https://git.example/app',
      'https://git.example/app',
      'git@git.example:app.git',
    ]);
    expect(await access.watch('a', wanted())).to.deep.equal(resolved(id('2')));
  });

  it('send one question for all who want revisions of one repository', async () => {
    for (let index = 0; index < 50; index += 1) await access.watch(`w${index}`, wanted());
    await access.watch('other', wanted({ revision: 'next' }));
    await settled();
    await clock.advance(30_001);
    expect(asked[0]).to.equal(`http https://git.example/app ${names('main')}`);
    expect(new Set(asked.slice(1))).to.deep.equal(
      new Set([`http https://git.example/app ${names('main')} ${names('next')}`]),
    );
    expect(asked).to.have.length(2);
    for (let index = 0; index < 50; index += 1) {
      expect(await access.watch(`w${index}`, wanted())).to.deep.equal(resolved(id('1')));
    }
  });

  it('share a question by URL and login, not by ServiceAccount', async () => {
    start(
      account('one', ['login']),
      account('two', ['same-login']),
      account('three', ['other-login']),
      account('stranger', ['login-elsewhere']),
      secret('login', 'me', 'secret'),
      secret('same-login', 'me', 'secret'),
      secret('other-login', 'me', 'other'),
      secret('login-elsewhere', 'me', 'elsewhere', 'https://git.example:8443'),
    );
    for (const serviceAccount of ['one', 'two', 'three', 'stranger', 'none']) {
      await access.watch(serviceAccount, wanted({ account: { namespace: 'team', serviceAccount } }));
    }
    await settled();
    expect(asked.map((question) => question.split(' ')[2])).to.have.members([
      base64('me:secret'),
      base64('me:other'),
      'refs/heads/main',
    ]);
  });

  it('use the login in the URL, and ssh keys for the host only', async () => {
    start(
      account('builder', ['key', 'other-key']),
      sshSecret('key', 'git.example'),
      sshSecret('other-key', 'other.example'),
    );
    await access.watch('a', wanted({ url: 'https://me:secret@git.example/app' }));
    await access.watch('b', wanted({ url: 'git@git.example:app' }));
    await settled();
    expect(asked.map((question) => question.split(' refs/')[0])).to.deep.equal([
      `http https://git.example/app ${base64('me:secret')}`,
      'git git@git.example:app key of git.example',
    ]);
  });

  it('report a Secret without a key, and an address that is none, without a question', async () => {
    const broken = { ...secret('login', 'me', 'secret'), data: { username: base64('me') } };
    start(account('builder', ['login']), broken);
    expect(await access.watch('a', wanted())).to.deep.equal({
      kind: 'failed',
      reason: 'CredentialsInvalid',
      message: 'Secret login has no key password: add it',
    });
    expect(await access.watch('b', wanted({ url: '/etc' }))).to.include({
      kind: 'failed',
      reason: 'SourceUnsupported',
    });
    await clock.advance(5 * MINUTE);
    expect(asked).to.deep.equal([]);
  });

  it('find the trees of all sub paths of a new commit at once, and those of no commit twice', async () => {
    await access.watch('plain', wanted());
    for (const subPath of ['web', 'web', 'api/v1'])
      await access.watch(`${told.length} ${subPath}`, wanted({ subPath }));
    await settled();
    expect(await access.watch('0 web', wanted({ subPath: 'web' }))).to.deep.equal({
      ...resolved(id('1')),
      tree: { kind: 'known', id: id('a') },
    });
    expect(await access.watch('plain', wanted())).to.deep.equal(resolved(id('1')));
    await clock.advance(5 * MINUTE);
    expect(askedTrees).to.deep.equal(['1 web', '1 api/v1']);
    await access.watch('new', wanted({ subPath: 'docs' }));
    await settled();
    references.set('refs/heads/main', id('2'));
    await clock.advance(MINUTE);
    expect(askedTrees.slice(2)).to.deep.equal(['1 docs', '2 web api/v1 docs']);
  });

  it('ask about trees again if the server fails, but do not hold up a commit after the second failure', async () => {
    const treesFailure = new GitError('NetworkFailed', 'it does not send trees');
    treeAt = () => {
      throw treesFailure;
    };
    const unknown = { tree: { kind: 'unknown', reason: 'NetworkFailed', message: 'it does not send trees' } };
    await access.watch('a', wanted({ subPath: 'web' }));
    await settled();
    expect(await access.watch('a', wanted({ subPath: 'web' }))).to.include({ kind: 'failed', reason: 'NetworkFailed' });
    await clock.advance(2 * MINUTE);
    expect(await access.watch('a', wanted({ subPath: 'web' }))).to.deep.equal({ ...resolved(id('1')), ...unknown });
    references.set('refs/heads/main', id('2'));
    await clock.advance(MINUTE);
    expect(await access.watch('a', wanted({ subPath: 'web' }))).to.deep.equal({ ...resolved(id('2')), ...unknown });
  });

  it('report a failure, ask again, and tell when the server answers', async () => {
    failure = new GitError('NetworkFailed', 'it does not answer');
    await access.watch('a', wanted());
    await settled();
    expect(told).to.deep.equal(['a']);
    expect(await access.watch('a', wanted())).to.deep.equal({
      kind: 'failed',
      reason: 'NetworkFailed',
      message: 'it does not answer',
    });
    await clock.advance(2 * MINUTE);
    expect(told).to.deep.equal(['a']);
    expect(asked.length).to.be.greaterThan(2);
    failure = undefined;
    await clock.advance(5 * MINUTE);
    expect(told).to.deep.equal(['a', 'a']);
    expect(await access.watch('a', wanted())).to.deep.equal(resolved(id('1')));
    expect(new Set(outcomes)).to.deep.equal(new Set(['NetworkFailed', 'answered']));
  });

  it('poll a server although other servers on the same host fail', async () => {
    const broken = ['http://git.example', 'https://git.example:8443', 'ssh://git.example:2222'];
    answerOf = (url) => {
      if (broken.some((server) => url.startsWith(`${server}/`)))
        throw new GitError('NetworkFailed', 'it does not answer');
    };
    for (const server of broken) {
      for (let index = 0; index < 50; index += 1)
        await access.watch(`${server} ${index}`, wanted({ url: `${server}/${index}` }));
    }
    await clock.advance(5 * MINUTE);
    for (const url of ['https://git.example/app', 'git@git.example:app']) {
      await access.watch(url, wanted({ url }));
      await settled();
      expect(await access.watch(url, wanted({ url }))).to.deep.equal(resolved(id('1')));
    }
  });

  it('not ask a server before its Retry-After, even if the URL of its only watcher changes', async () => {
    failure = new GitError('ServerUnavailable', 'try again later', { retryAfterMs: 90_000 });
    await access.watch('a', wanted());
    await settled();
    await access.watch('a', wanted({ url: 'https://git.example/moved' }));
    await clock.advance(80_000);
    expect(asked).to.have.length(1);
    expect(told).to.deep.equal(['a', 'a']);
  });

  it('report a revision that the repository does not have, and resolve it once it is pushed', async () => {
    await access.watch('a', wanted({ revision: 'next' }));
    await settled();
    expect(await access.watch('a', wanted({ revision: 'next' }))).to.include({
      kind: 'failed',
      reason: 'RevisionNotFound',
    });
    references.set('refs/heads/next', id('3'));
    await clock.advance(MINUTE);
    expect(await access.watch('a', wanted({ revision: 'next' }))).to.deep.equal(resolved(id('3')));
  });

  it('ask with new credentials as soon as a watcher calls again', async () => {
    const mended = secret('login', 'me', 'secret');
    const builder = account('builder', ['login']);
    start(builder);
    failure = new GitError('SourceDenied', 'no');
    await access.watch('a', wanted());
    await settled();
    get = clusterOf(builder, mended).get;
    await clock.advance(11_000);
    failure = undefined;
    expect(await access.watch('a', wanted())).to.deep.equal({ kind: 'pending' });
    await settled();
    expect(asked.at(-1)).to.include(base64('me:secret'));
    expect(await access.watch('a', wanted())).to.deep.equal(resolved(id('1')));
  });

  it('spread the questions about known revisions over the interval', async () => {
    await access.watch('a', wanted({ isKnown: true }));
    await clock.advance(29_000);
    expect(asked).to.deep.equal([]);
    await clock.advance(1_000);
    expect(asked).to.have.length(1);
  });

  it('ask at the shortest interval, and no more without watchers', async () => {
    await access.watch('slow', wanted({ intervalMs: 60 * MINUTE }));
    await settled();
    await clock.advance(10 * MINUTE);
    expect(asked).to.have.length(1);
    await access.watch('quick', wanted());
    await clock.advance(10 * MINUTE);
    expect(asked.length).to.be.within(9, 12);
    access.unwatch('slow');
    access.unwatch('quick');
    access.unwatch('unknown');
    const before = asked.length;
    await clock.advance(100 * MINUTE);
    expect(asked).to.have.length(before);
  });
});

function wanted(changes: Partial<WantedRevision> = {}): WantedRevision {
  return {
    url: 'https://git.example/app',
    revision: 'main',
    account: { namespace: 'team', serviceAccount: 'builder' },
    intervalMs: MINUTE,
    isKnown: false,
    ...changes,
  };
}

function resolved(commit: string): object {
  return { kind: 'resolved', revision: { type: 'Branch', commit } };
}

function secret(name: string, username: string, password: string, server = 'https://git.example'): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'team', annotations: { 'kpack.io/git': server } },
    type: 'kubernetes.io/basic-auth',
    data: { username: base64(username), password: base64(password) },
  };
}

function sshSecret(name: string, host: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'team', annotations: { 'kpack.io/git': `git@${host}` } },
    type: 'kubernetes.io/ssh-auth',
    data: { 'ssh-privatekey': base64(`key of ${host}`) },
  };
}

/** Returns the names of the references that a revision can mean. */
function names(revision: string): string {
  return ['heads/', 'tags/', ''].map((folder) => `refs/${folder}${revision}`).join(' ');
}
