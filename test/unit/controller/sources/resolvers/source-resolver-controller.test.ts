import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import { expect } from 'chai';
import type { SourceResolver } from '../../../../../src/core/api/kpack/source-resolver.ts';
import { sourceResolverController } from '../../../../../src/controller/sources/resolvers/source-resolver-controller.ts';
import type { Controller } from '../../../../../src/controller/kit/start-controller.ts';
import type {
  RevisionAnswer,
  WantedRevision,
} from '../../../../../src/controller/sources/git-access/watched-repository.ts';
import type { Outcome } from '../../../../../src/core/runtime/controller.ts';
import type {
  VersionAnswer,
  WantedVersion,
} from '../../../../../src/controller/sources/source-versions/wanted-version.ts';
import { cachedObjects, statusWriter, type CachedObjects } from '../../kit/cached-objects.ts';

const id = (digit: string): string => digit.repeat(40);
const GIT = { git: { url: 'https://git.example/app', revision: 'main' } };
const HOUR = 3_600_000;
const READY = 'Ready=True';
const UNREACHABLE: RevisionAnswer = { kind: 'failed', reason: 'NetworkFailed', message: 'it does not answer' };

describe('the controller of SourceResolvers', () => {
  let answer: RevisionAnswer;
  let comparesSubPaths: boolean;
  let watched: Map<string, WantedRevision>;
  let versions: Map<string, WantedVersion>;
  let versionAnswer: VersionAnswer;
  /** The watchers whose answers are stored, each with the commit in its status at that time. */
  let stored: string[];
  let events: string[];
  let outcomes: string[];
  let cache: CachedObjects<SourceResolver>;
  let client: ReturnType<typeof statusWriter<SourceResolver>>;
  let controller: Controller;
  let moves: (watcher: string) => void;

  const start = (object: SourceResolver): void => {
    cache = cachedObjects(object);
    client = statusWriter(cache);
    controller = sourceResolverController({
      cache,
      client: { patch: async (...args) => client.patch(...args) },
      git: {
        watch: async (watcher, wanted) => {
          watched.set(watcher, wanted);
          return answer;
        },
        unwatch: (watcher) => void watched.delete(watcher),
        stored: (watcher) =>
          void stored.push(`${watcher} ${cache.get(resolver()).status?.source?.git?.revision ?? ''}`),
        subscribe: (listener) => {
          moves = listener;
        },
      },
      versions: {
        watch: async (watcher, wanted) => {
          versions.set(watcher, wanted);
          return versionAnswer;
        },
        unwatch: (watcher) => void versions.delete(watcher),
        subscribe: () => undefined,
      },
      workers: 1,
      pollIntervalMs: 60_000,
      comparesSubPaths,
      now: () => Date.UTC(2026, 0, 1),
      random: () => 0.5,
      recordEvent: ({ type, reason, note }) => void events.push(`${type} ${reason}: ${note}`),
      onResolved: (source, outcome) => void outcomes.push(`${source} ${outcome}`),
    });
  };
  const reconcile = async (): Promise<Outcome> => controller.reconcile('team/app', new AbortController().signal);
  const status = () => cache.get(resolver()).status;
  const conditions = (): readonly string[] =>
    (status()?.conditions ?? []).map((condition) =>
      [`${condition.type}=${condition.status}`, condition.reason, condition.message]
        .filter((text) => text !== undefined)
        .join(' '),
    );

  beforeEach(() => {
    comparesSubPaths = false;
    answer = { kind: 'resolved', revision: { type: 'Branch', commit: id('1') } };
    [watched, versions] = [new Map(), new Map()];
    versionAnswer = { kind: 'resolved', version: 'etag:1' };
    [events, outcomes, stored] = [[], [], []];
    start(resolver());
  });

  it("writes kpack's status for a branch, and polls it", async () => {
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
    const lastTransitionTime = '2026-01-01T00:00:00Z';
    expect(status()).to.deep.equal({
      observedGeneration: 1,
      conditions: [
        { type: 'Ready', status: 'True', lastTransitionTime },
        { type: 'ActivePolling', status: 'True', lastTransitionTime },
      ],
      source: { git: { url: GIT.git.url, revision: id('1'), type: 'Branch' } },
    });
    expect(watched.get('team/app')).to.deep.equal({
      url: GIT.git.url,
      revision: 'main',
      account: { namespace: 'team', serviceAccount: 'builder' },
      intervalMs: 60_000,
      isKnown: false,
    });
    expect(outcomes).to.deep.equal(['git resolved']);
    await reconcile();
    expect(watched.get('team/app')?.isKnown).to.equal(true);
    expect(client.patches).to.have.length(1);
  });

  it('says that the answer is stored only after it is', async () => {
    await reconcile();
    expect(stored).to.deep.equal([`team/app ${id('1')}`]);
    client = { ...client, patch: async () => Promise.reject(new KubeError('UNAVAILABLE', 'patch', 'down')) };
    answer = { kind: 'resolved', revision: { type: 'Branch', commit: id('2') } };
    await reconcile().catch(() => undefined);
    expect(stored).to.have.length(1);
  });

  it('keeps the sub path and the submodules', async () => {
    start(resolver({ source: { git: { ...GIT.git, initializeSubmodules: true }, subPath: 'web' } }));
    await reconcile();
    expect(status()?.source).to.deep.equal({
      git: { url: GIT.git.url, revision: id('1'), subPath: 'web', type: 'Branch', initializeSubmodules: true },
    });
  });

  it('keeps the commit while the tree at the sub path is the same, and only with the setting', async () => {
    const web = { source: { ...GIT, subPath: './web/' } };
    start(resolver(web));
    await reconcile();
    expect(watched.get('team/app')).not.to.have.property('subPath');
    comparesSubPaths = true;
    start(resolver(web));
    answer = answerWith('1', 'a');
    await reconcile();
    expect(watched.get('team/app')?.subPath).to.equal('web');
    const first = { url: GIT.git.url, revision: id('1'), subPath: './web/', tree: id('a'), type: 'Branch' };
    expect(status()?.source?.git).to.deep.equal(first);
    answer = answerWith('2', 'a');
    await reconcile();
    expect(status()?.source?.git).to.deep.equal(first);
    answer = answerWith('3', 'b');
    await reconcile();
    expect(status()?.source?.git).to.deep.equal({ ...first, revision: id('3'), tree: id('b') });
  });

  it('takes the commit of an equal tree if the server no longer has the earlier one', async () => {
    comparesSubPaths = true;
    start(resolver({ source: { ...GIT, subPath: 'web' } }));
    answer = answerWith('1', 'a');
    await reconcile();
    expect(watched.get('team/app')).not.to.have.property('kept');
    answer = { kind: 'resolved', revision: { type: 'Branch', commit: id('2') }, tree: { kind: 'known', id: id('a') } };
    await reconcile();
    expect(watched.get('team/app')?.kept).to.equal(id('1'));
    expect(status()?.source?.git?.revision).to.equal(id('1'));
    answer = { ...answer, isKeptMissing: true };
    await reconcile();
    expect(status()?.source?.git?.revision).to.equal(id('2'));
  });

  it('takes the commit if an equal tree is that of another sub path or repository', async () => {
    comparesSubPaths = true;
    for (const source of [
      { ...GIT, subPath: 'api' },
      { git: { ...GIT.git, url: 'https://git.example/b' }, subPath: 'web' },
    ]) {
      start(resolver({ source: { ...GIT, subPath: 'web' } }));
      answer = answerWith('1', 'a');
      await reconcile();
      cache.put({ ...cache.get(resolver()), ...resolver({ source }, { generation: 2 }) });
      answer = answerWith('2', 'a');
      await reconcile();
      expect(status()?.source?.git?.revision).to.equal(id('2'));
    }
  });

  it('takes every commit if the tree is unknown, and says so', async () => {
    comparesSubPaths = true;
    start(resolver({ source: { ...GIT, subPath: 'web' } }));
    const tree = { kind: 'unknown', reason: 'SubPathNotFound', message: 'no folder' } as const;
    for (const digit of ['1', '2']) {
      answer = { kind: 'resolved', revision: { type: 'Branch', commit: id(digit) }, tree };
      await reconcile();
      expect(status()?.source?.git?.revision).to.equal(id(digit));
      expect(conditions().at(-1)).to.equal(
        'SubPathCompared=False SubPathNotFound every commit causes a Build: no folder',
      );
    }
    answer = answerWith('3', 'a');
    await reconcile();
    expect(conditions()).to.deep.equal([READY, 'ActivePolling=True']);
  });

  it('reconciles when a branch moves', async () => {
    const enqueued: string[] = [];
    await controller.watch((key) => void enqueued.push(key));
    moves('team/app');
    expect(enqueued).to.deep.equal(['team/app']);
    await reconcile();
    answer = { kind: 'resolved', revision: { type: 'Branch', commit: id('2') } };
    await reconcile();
    expect(status()?.source?.git?.revision).to.equal(id('2'));
    expect(client.patches).to.have.length(2);
  });

  for (const [what, source, resolved] of [
    [
      'a commit',
      { git: { ...GIT.git, revision: id('c') } },
      { git: { ...GIT.git, revision: id('c'), type: 'Commit' } },
    ],
    [
      'a blob, with all its fields',
      { blob: { url: 'https://x.example/a.zip', auth: 'secret', stripComponents: 2 }, subPath: 'a' },
      { blob: { url: 'https://x.example/a.zip', auth: 'secret', stripComponents: 2, subPath: 'a' } },
    ],
    [
      'an image',
      { registry: { image: 'registry.example/app', imagePullSecrets: [{ name: 'pull' }] } },
      { registry: { image: 'registry.example/app', imagePullSecrets: [{ name: 'pull' }] } },
    ],
  ] as const) {
    it(`asks no server about ${what}`, async () => {
      start(resolver({ source }));
      expect(await reconcile()).to.deep.equal({ kind: 'done' });
      expect(status()?.source).to.deep.equal(resolved);
      expect(conditions()).to.deep.equal([READY, 'ActivePolling=False']);
      expect([...watched]).to.deep.equal([]);
    });
  }

  describe('for a name that can be an abbreviated commit', () => {
    const COFFEE: RevisionAnswer = { kind: 'resolved', revision: { type: 'Commit', commit: 'c0ffee' } };
    const BRANCH: RevisionAnswer = { kind: 'resolved', revision: { type: 'Branch', commit: id('2') } };
    const LOST =
      'UpToDate=False RevisionNotFound the repository has no branch, tag or commit "c0ffee": correct the revision';

    beforeEach(() => {
      start(resolver({ source: { git: { ...GIT.git, revision: 'c0ffee' } } }));
      answer = COFFEE;
    });

    it('keeps asking, because a branch of that name can be pushed', async () => {
      await reconcile();
      expect(conditions()).to.deep.equal([READY, 'ActivePolling=True']);
      await reconcile();
      expect(watched.get('team/app')).to.include({ revision: 'c0ffee', isKnown: true });
      expect(client.patches).to.have.length(1);
      answer = BRANCH;
      await reconcile();
      expect(status()?.source?.git).to.include({ type: 'Branch', revision: id('2') });
    });

    it('keeps the last commit of a branch or tag that is deleted, until it is pushed again', async () => {
      for (const type of ['Branch', 'Tag'] as const) {
        answer = { kind: 'resolved', revision: { type, commit: id('1') } };
        await reconcile();
        answer = COFFEE;
        for (const _ of ['deleted', 'still deleted']) {
          expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
          expect(status()?.source?.git).to.include({ type, revision: id('1') });
          expect(conditions()).to.deep.equal([READY, 'ActivePolling=True', LOST]);
        }
        answer = BRANCH;
        await reconcile();
        expect(status()?.source?.git).to.include({ type: 'Branch', revision: id('2') });
        expect(conditions()).to.deep.equal([READY, 'ActivePolling=True']);
      }
    });
  });

  it('writes nothing before the answer', async () => {
    answer = { kind: 'pending' };
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
    expect(client.patches).to.deep.equal([]);
    expect(outcomes).to.deep.equal(['git pending']);
  });

  it('is not ready while the server has never answered, and says why', async () => {
    answer = UNREACHABLE;
    await reconcile();
    expect(conditions()).to.deep.equal(['Ready=False NetworkFailed it does not answer', 'ActivePolling=True']);
    expect(status()).to.include({ observedGeneration: 1 }).and.not.to.have.property('source');
    expect(events).to.deep.equal(['Warning NetworkFailed: it does not answer']);
    answer = { kind: 'resolved', revision: { type: 'Branch', commit: id('1') } };
    await reconcile();
    expect(conditions()).to.deep.equal([READY, 'ActivePolling=True']);
  });

  it('keeps the last commit while the server does not answer, and says why', async () => {
    await reconcile();
    answer = UNREACHABLE;
    await reconcile();
    const failing = [READY, 'ActivePolling=True', 'UpToDate=False NetworkFailed it does not answer'];
    expect(conditions()).to.deep.equal(failing);
    expect(status()?.source?.git?.revision).to.equal(id('1'));
    await reconcile();
    expect(client.patches).to.have.length(2);
    answer = { kind: 'resolved', revision: { type: 'Branch', commit: id('2') } };
    await reconcile();
    expect(conditions()).to.deep.equal([READY, 'ActivePolling=True']);
    expect(status()?.source?.git?.revision).to.equal(id('2'));
  });

  it('does not keep the commit of an earlier spec', async () => {
    await reconcile();
    const { status: before } = cache.get(resolver());
    const changed = resolver({ source: { git: { ...GIT.git, revision: 'next' } } }, { generation: 2 });
    cache.put({ ...changed, ...(before && { status: before }) });
    answer = UNREACHABLE;
    await reconcile();
    expect(conditions()[0]).to.equal('Ready=False NetworkFailed it does not answer');
    expect(status()).to.include({ observedGeneration: 2 }).and.not.to.have.property('source');
  });

  for (const reason of ['SourceDenied', 'SourceNotFound', 'HostKeyUnknown', 'CredentialsInvalid'] as const) {
    it(`reads the credentials again a minute after ${reason}`, async () => {
      answer = { kind: 'failed', reason, message: 'no' };
      expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 60_000 });
    });
  }

  it('polls as slowly as the annotation says', async () => {
    start(resolver({}, { annotations: { 'taskpack.dev/poll-interval': '10m' } }));
    await reconcile();
    expect(watched.get('team/app')?.intervalMs).to.equal(600_000);
  });

  it('asks only after pushes once the revision is known if the annotation is never', async () => {
    start(resolver({}, { annotations: { 'taskpack.dev/poll-interval': 'never' } }));
    await reconcile();
    expect(watched.get('team/app')?.intervalMs).to.equal(60_000);
    const never = 'ActivePolling=False PollIntervalNever the annotation taskpack.dev/poll-interval is never';
    expect(conditions()).to.deep.equal([READY, never]);
    answer = { kind: 'pending' };
    await reconcile();
    expect(watched.get('team/app')?.isOnlyOnPush).to.equal(true);
    expect(client.patches).to.have.length(1);
    expect(outcomes).to.deep.equal(['git resolved', 'git resolved']);
    answer = { kind: 'resolved', revision: { type: 'Branch', commit: id('2') } };
    await reconcile();
    expect(status()?.source?.git?.revision).to.equal(id('2'));
    answer = UNREACHABLE;
    await reconcile();
    expect(conditions()).to.deep.equal([READY, never, 'UpToDate=False NetworkFailed it does not answer']);
  });

  it('keeps the commit if the annotation becomes never, and says so', async () => {
    await reconcile();
    const { status: written } = cache.get(resolver());
    start({
      ...resolver({}, { annotations: { 'taskpack.dev/poll-interval': 'never' } }),
      ...(written && { status: written }),
    });
    answer = { kind: 'pending' };
    await reconcile();
    expect(status()?.source?.git?.revision).to.equal(id('1'));
    expect(conditions()[1]).to.match(/^ActivePolling=False PollIntervalNever /);
  });

  it('reports an annotation that it cannot read', async () => {
    start(resolver({}, { annotations: { 'taskpack.dev/poll-interval': 'often' } }));
    await reconcile();
    expect(conditions()[1]).to.match(/^ActivePolling=True PollIntervalInvalid the annotation /);
  });

  const POLLED = { annotations: { 'taskpack.dev/poll-interval': '10m' } };
  const BLOB = { url: 'https://blobs.example/app.zip', auth: 'secret' };
  const REGISTRY = { image: 'registry.example/app:1', imagePullSecrets: [{ name: 'pull' }] };
  const DIGEST = `sha256:${'a'.repeat(64)}`;

  it('asks about the version of a blob that an annotation lets poll, and keeps it in the status', async () => {
    start(resolver({ source: { blob: BLOB, subPath: 'web' } }, POLLED));
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: HOUR });
    expect(versions.get('team/app')).to.deep.equal({
      source: { kind: 'blob', url: BLOB.url, authentication: 'secret' },
      account: { namespace: 'team', serviceAccount: 'builder' },
      intervalMs: 600_000,
      isKnown: false,
    });
    expect(status()?.source).to.deep.equal({ blob: { ...BLOB, subPath: 'web', version: 'etag:1' } });
    expect(conditions()).to.deep.equal([READY, 'ActivePolling=True']);
    await reconcile();
    expect(versions.get('team/app')?.isKnown).to.equal(true);
    expect(client.patches).to.have.length(1);
  });

  it('asks about the digest of an image that an annotation lets poll, which a Build pulls then', async () => {
    versionAnswer = { kind: 'resolved', version: DIGEST };
    start(resolver({ source: { registry: REGISTRY } }, POLLED));
    await reconcile();
    expect(versions.get('team/app')?.source).to.deep.equal({
      kind: 'registry',
      image: REGISTRY.image,
      pullSecrets: ['pull'],
    });
    expect(status()?.source).to.deep.equal({ registry: { ...REGISTRY, image: `registry.example/app@${DIGEST}` } });
    await reconcile();
    expect(versions.get('team/app')?.isKnown).to.equal(true);
  });

  it('removes the version as soon as a blob is not polled any more', async () => {
    start(resolver({ source: { blob: BLOB } }, POLLED));
    await reconcile();
    const { status: written } = cache.get(resolver());
    start({ ...resolver({ source: { blob: BLOB } }), ...(written && { status: written }) });
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(status()?.source).to.deep.equal({ blob: BLOB });
    expect(conditions()).to.deep.equal([READY, 'ActivePolling=False']);
    expect([...versions]).to.deep.equal([]);
  });

  it('keeps the last version while the server does not answer, and says why', async () => {
    start(resolver({ source: { blob: BLOB } }, POLLED));
    versionAnswer = { kind: 'failed', reason: 'SourceDenied', message: 'no' };
    expect(await reconcile()).to.deep.equal({ kind: 'requeue', afterMs: 60_000 });
    expect(conditions()).to.deep.equal(['Ready=False SourceDenied no', 'ActivePolling=True']);
    versionAnswer = { kind: 'resolved', version: 'etag:1' };
    await reconcile();
    versionAnswer = { kind: 'failed', reason: 'NetworkFailed', message: 'no' };
    await reconcile();
    expect(status()?.source?.blob?.version).to.equal('etag:1');
    expect(conditions()).to.deep.equal([READY, 'ActivePolling=True', 'UpToDate=False NetworkFailed no']);
  });

  it('says that a server sends no version, and lets the blob be built', async () => {
    start(resolver({ source: { blob: BLOB } }, POLLED));
    versionAnswer = { kind: 'resolved', version: undefined };
    await reconcile();
    expect(status()?.source).to.deep.equal({ blob: BLOB });
    expect(conditions()[0]).to.equal(READY);
    expect(conditions()[1]).to.match(/^ActivePolling=True VersionUnknown /);
  });

  it('says that it cannot ask with the cloud identity of a Build', async () => {
    start(resolver({ source: { blob: { ...BLOB, auth: 'helper' } } }, POLLED));
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(conditions()[1]).to.match(/^ActivePolling=False SourceUnsupported /);
    expect([...versions]).to.deep.equal([]);
  });

  for (const [what, source, value] of [
    ['a blob without the annotation', { blob: BLOB }, undefined],
    ['a blob with the annotation never', { blob: BLOB }, 'never'],
    ['an image by digest', { registry: { image: `registry.example/app@${DIGEST}` } }, '10m'],
  ] as const) {
    it(`asks no server for the version of ${what}`, async () => {
      const annotations = value === undefined ? {} : { 'taskpack.dev/poll-interval': value };
      start(resolver({ source }, { annotations }));
      expect(await reconcile()).to.deep.equal({ kind: 'done' });
      expect(conditions()).to.deep.equal([READY, 'ActivePolling=False']);
      expect(status()?.source).to.deep.equal(source);
      expect([...versions]).to.deep.equal([]);
    });
  }

  it("keeps kpack's id of an annotated tag while the tag stays", async () => {
    const source = { git: { ...GIT.git, revision: id('a'), type: 'Tag' } };
    start({
      ...resolver(),
      status: { observedGeneration: 1, source, conditions: [{ type: 'Ready', status: 'True' }] },
    });
    answer = { kind: 'resolved', revision: { type: 'Tag', commit: id('b'), tagObject: id('a') } };
    await reconcile();
    expect(status()?.source?.git?.revision).to.equal(id('a'));
    answer = { kind: 'resolved', revision: { type: 'Tag', commit: id('d'), tagObject: id('c') } };
    await reconcile();
    expect(status()?.source?.git?.revision).to.equal(id('d'));
  });

  for (const type of ['Unknown', 'Commit']) {
    it(`asks again about what kpack resolved to the type ${type} without an answer`, async () => {
      const source = { git: { ...GIT.git, type } };
      const conditionsOfKpack = [
        { type: 'Ready', status: 'True' },
        { type: 'ActivePolling', status: 'False' },
      ];
      start({ ...resolver(), status: { observedGeneration: 1, source, conditions: conditionsOfKpack } });
      await reconcile();
      expect(watched.get('team/app')?.isKnown).to.equal(false);
      expect(status()?.source?.git).to.include({ revision: id('1'), type: 'Branch' });
      expect(conditions()).to.deep.equal([READY, 'ActivePolling=True']);
    });
  }

  it('asks no more about a resolver that is deleted', async () => {
    await reconcile();
    cache.remove(cache.get(resolver()));
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect([...watched]).to.deep.equal([]);
  });

  it('reports the invalid fields of a resolver', async () => {
    const metadata = { name: 'app', namespace: 'team', generation: 2 };
    const object = { apiVersion: 'kpack.io/v1alpha2', kind: 'SourceResolver', metadata, spec: 1 };
    cache.putUnreadable({ object, message: 'the object is invalid: spec: Expected object' });
    expect(await reconcile()).to.deep.equal({ kind: 'done' });
    expect(conditions()).to.deep.equal(['Ready=False UnreadableObject the object is invalid: spec: Expected object']);
  });
});

function answerWith(commit: string, tree: string): RevisionAnswer {
  return { kind: 'resolved', revision: { type: 'Branch', commit: id(commit) }, tree: { kind: 'known', id: id(tree) } };
}

function resolver(
  spec: Partial<SourceResolver['spec']> = {},
  metadata: Partial<SourceResolver['metadata']> = {},
): SourceResolver {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'SourceResolver',
    metadata: { name: 'app', namespace: 'team', uid: '1', generation: 1, ...metadata },
    spec: { serviceAccount: 'builder', source: GIT, ...spec },
  };
}
