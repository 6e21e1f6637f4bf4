import { expect } from 'chai';
import type { SourceResolver } from '../../../../../src/core/api/kpack/source-resolver.ts';
import { pushController } from '../../../../../src/controller/sources/git-pushes/push-controller.ts';
import { pushConfigMap } from '../../../../../src/controller/sources/git-pushes/push-config-map.ts';
import type { KubeClient } from '../../../../../src/clients/kube/client/kube-client.ts';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { makeStore } from '../../../../../src/clients/kube/reflector/store.ts';
import { objectAt } from '../../../../support/json-field.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import type { Outcome } from '../../../../../src/core/runtime/controller.ts';

const CONFIG_MAP = { namespace: 'taskpack', name: 'git-pushes' };
const KEY = 'taskpack/git-pushes';

describe('pushes on their way to the leader', () => {
  let stored: KubeObject | undefined;
  let asked: string[];
  let deliveries: number;
  let patches: number;

  const put = (data: JsonObject, version: number): void => {
    const entries = Object.entries(data).filter(([, value]) => value !== null);
    const metadata = { ...CONFIG_MAP, resourceVersion: `${version}` };
    stored = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: Object.fromEntries(entries) };
  };
  const version = (): number => Number(stored?.metadata['resourceVersion'] ?? 0);
  const client: Pick<KubeClient, 'patch' | 'create'> = {
    create: async (_, { data }) => {
      if (stored !== undefined) throw new KubeError('ALREADY_EXISTS', 'create', 'exists');
      put(data as JsonObject, 1);
      return stored as unknown as KubeObject;
    },
    patch: async (_, __, patch) => {
      patches += 1;
      if (stored === undefined) throw new KubeError('NOT_FOUND', 'patch', 'not found');
      const { resourceVersion } = objectAt(patch, 'metadata');
      if (resourceVersion !== undefined && resourceVersion !== `${version()}`) {
        throw new KubeError('CONFLICT', 'patch', 'changed');
      }
      put({ ...objectAt(stored, 'data'), ...objectAt(patch, 'data') }, version() + 1);
      return stored;
    },
  };
  const configMap = () => pushConfigMap({ client, configMap: CONFIG_MAP, unique: () => `${(deliveries += 1)}` });
  const post = async (...repositories: readonly string[]): Promise<void> => configMap().post(repositories);
  /** A process that leads, and what its caches and git servers say. */
  const leader = () => {
    const store = makeStore<KubeObject>();
    const resolvers = makeStore<SourceResolver>();
    const synced = Promise.resolve(true);
    const unanswered = new Set<string>();
    const watched = new Set<string>();
    const git = {
      askNow: (repository: string) => void asked.push(repository),
      isStored: (repository: string) => !unanswered.has(repository),
      isWatching: (watcher: string) => watched.has(watcher),
    };
    const cache = { store, subscribe: () => undefined, synced };
    const controller = pushController({
      cache,
      client,
      git,
      resolvers: { store: resolvers, synced },
      configMap: CONFIG_MAP,
    });
    return {
      resolvers,
      unanswered,
      watched,
      /** Reconciles what a cache has seen. */
      reconcile: async (seen: KubeObject | undefined): Promise<Outcome> => {
        if (seen === undefined) store.remove(KEY);
        else store.put(KEY, seen);
        return controller.reconcile(KEY, new AbortController().signal);
      },
    };
  };
  const reconcile = async (seen: KubeObject | undefined): Promise<Outcome> => leader().reconcile(seen);
  const entries = (): number => Object.keys(objectAt(stored as KubeObject, 'data')).length;

  beforeEach(() => {
    [stored, asked, deliveries, patches] = [undefined, [], 0, 0];
  });

  it('are asked about and removed', async () => {
    await post('git.example/a', 'git.example/b');
    await post('git.example/c');
    await reconcile(stored);
    expect(asked).to.have.members(['git.example/a', 'git.example/b', 'git.example/c']);
    expect(entries()).to.equal(0);
  });

  it('share a request if they arrive while another one runs, and each learns how its request ends', async () => {
    const { post: postTo } = configMap();
    await postTo(['git.example/first']);
    patches = 0;
    const names = Array.from({ length: 900 }, (_, index) => `git.example/${index}`);
    const running = postTo(['git.example/running']);
    // The request starts in a later microtask.
    await Promise.resolve();
    await Promise.all([running, ...names.map(async (name) => postTo([name]))]);
    expect(entries()).to.equal(902);
    expect(patches).to.equal(4);

    const { patch } = client;
    Object.assign(client, { patch: async () => Promise.reject(new KubeError('UNAVAILABLE', 'patch', 'down')) });
    const failed = await Promise.allSettled([postTo(['git.example/a']), postTo(['git.example/b'])]);
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    Object.assign(client, { patch });
    await postTo(['git.example/a']);
    expect(entries()).to.equal(903);
  });

  it('stay until the git server has answered, so that the next leader asks too', async () => {
    await post('git.example/a', 'git.example/b');
    const first = leader();
    first.unanswered.add('git.example/a');
    expect(await first.reconcile(stored)).to.deep.equal({ kind: 'requeue', afterMs: 1000 });
    expect(entries()).to.equal(1);
    expect(await first.reconcile(stored)).to.deep.equal({ kind: 'requeue', afterMs: 1000 });
    expect(asked).to.deep.equal(['git.example/a', 'git.example/b']);
    const next = leader();
    next.unanswered.add('git.example/a');
    await next.reconcile(stored);
    expect(asked).to.deep.equal(['git.example/a', 'git.example/b', 'git.example/a']);
    next.unanswered.clear();
    expect(await next.reconcile(stored)).to.deep.equal({ kind: 'done' });
    expect(entries()).to.equal(0);
    expect(asked).to.have.length(3);
  });

  it('stay while a resolver of the repository is not watched yet, unless the resolver needs no query', async () => {
    await post('git.example/a');
    const { resolvers, watched, reconcile: reconcileAgain } = leader();
    resolvers.put('team/a', resolver('https://git.example/a.git', 'main'));
    resolvers.put('team/fixed', resolver('https://git.example/a.git', '1'.repeat(40)));
    resolvers.put('team/other', resolver('https://git.example/other.git', 'main'));
    for (const _ of ['first', 'second']) {
      expect(await reconcileAgain(stored)).to.deep.equal({ kind: 'requeue', afterMs: 1000 });
      expect(asked).to.deep.equal(['git.example/a']);
      expect(entries()).to.equal(1);
    }
    watched.add('team/a');
    expect(await reconcileAgain(stored)).to.deep.equal({ kind: 'done' });
    expect(asked).to.deep.equal(['git.example/a', 'git.example/a']);
    expect(entries()).to.equal(0);
  });

  it('do not fill the ConfigMap if the resolvers of their repositories never get an answer', async () => {
    const { resolvers, reconcile: reconcileAgain } = leader();
    for (let round = 0; round < 6; round += 1) {
      const names = Array.from({ length: 100 }, (_, place) => `${round}-${place}-${'a'.repeat(2_000)}`);
      for (const name of names) resolvers.put(`team/${name}`, resolver(`https://git.example/${name}`, 'main'));
      await post(...names.map((name) => `git.example/${name}`));
      await reconcileAgain(stored);
    }
    const kept = Object.values(objectAt(stored as KubeObject, 'data')).flatMap((value) =>
      typeof value === 'string' ? [value] : [],
    );
    expect(kept.join('').length).to.be.within(200_000, 300_000);
    expect(new Set(kept.map((entry) => /\/(\d)-/.exec(entry)?.[1]))).to.deep.equal(new Set(['4', '5']));
    expect(asked).to.have.length(600);
  });

  it('wait by thousands for thousands of repositories without holding the event loop', async () => {
    const { resolvers, reconcile: reconcileAgain } = leader();
    const names = Array.from({ length: 20_000 }, (_, index) => `r${index}`);
    for (const name of names) resolvers.put(`team/${name}`, resolver(`https://git.example/${name}`, 'main'));
    await post(...names.slice(-3_000).map((name) => `git.example/${name}`));
    await reconcileAgain(stored);
    const start = process.cpuUsage();
    expect(await reconcileAgain(stored)).to.deep.equal({ kind: 'requeue', afterMs: 1000 });
    expect(process.cpuUsage(start).user).to.be.lessThan(400_000);
  });

  it('cause nothing a second time', async () => {
    await post('git.example/a');
    await reconcile(stored);
    const before = stored;
    await reconcile(stored);
    await reconcile(undefined);
    expect(stored).to.equal(before);
    expect(asked).to.have.length(1);
  });

  it('stay if they arrive while the leader removes older ones, also of the same repository', async () => {
    await post('git.example/a');
    const seen = stored;
    await post('git.example/a');
    await reconcile(seen);
    expect(entries()).to.equal(1);
    await reconcile(stored);
    expect(asked).to.deep.equal(['git.example/a', 'git.example/a']);
    expect(entries()).to.equal(0);
  });
});

function resolver(url: string, revision: string): SourceResolver {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'SourceResolver',
    metadata: { name: 'app', namespace: 'team' },
    spec: { source: { git: { url, revision } } },
  };
}
