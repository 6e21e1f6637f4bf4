import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { serveHttp, type HttpServer } from '../../../support/http-server.ts';
import { makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { startSshServer, type SshServer } from '../../../cluster/sources/ssh-server.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { looksTwice } from '../second-look.ts';
import { conditionsOf, statusOf, type Status } from '../builders/statuses.ts';
import { runResolvers, type RunningResolvers } from './running-resolvers.ts';

const NAMESPACE = 'sources';
const INTERVAL_MS = 500;
/** The resolvers of the branch main on different servers. */
const FOLLOWERS = ['branch', 'full', 'private', 'ssh'];
const HOUR_MS = 3_600_000;
const MANY = Array.from({ length: 30 }, (_, index) => `many-${index}`);
const POLLED = ['Ready=True', 'ActivePolling=True'];
const SETTLED = ['Ready=True', 'ActivePolling=False'];
const LOGIN = { username: 'me', password: 'open sesame' };
const AUTHORIZATION = `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64')}`;

describe('the controller of SourceResolvers', function () {
  this.timeout(600_000);
  let cluster: Cluster;
  let repositories: Repositories;
  let server: GitServer;
  let privateServer: GitServer;
  let sshServer: SshServer;
  let silent: HttpServer;
  let folder: string;
  let controller: RunningResolvers;
  let commit: string;
  let isDown = false;
  let ahead = 0;

  const start = async (): Promise<void> => {
    controller = await runResolvers(
      cluster.kubeconfig,
      [NAMESPACE],
      folder,
      INTERVAL_MS,
      false,
      () => Date.now() + ahead,
    );
  };
  const create = async (name: string, source: object, more: object = {}): Promise<void> => {
    const { annotations, ...spec } = more as { readonly annotations?: object };
    const { metadata, ...object } = resolver(name);
    const whole = {
      ...object,
      metadata: { ...metadata, ...(annotations && { annotations }) },
      spec: { source, ...spec },
    };
    await cluster.client.create(whole as KubernetesObject);
  };
  const status = async (name: string): Promise<Status> => statusOf(cluster, resolver(name));
  const git = async (name: string): Promise<Readonly<Record<string, unknown>>> => {
    const { source } = (await status(name)) as {
      readonly source?: { readonly git?: Readonly<Record<string, unknown>> };
    };
    return source?.git ?? {};
  };
  const has = async (name: string, expected: readonly (string | RegExp)[]): Promise<void> =>
    soon(`${name} has ${expected.join()}`, async () => {
      const found = conditionsOf(await status(name));
      return found.length === expected.length && found.every((text, index) => matches(text, expected[index]));
    });
  const movesTo = async (name: string, revision: string): Promise<void> =>
    soon(`${name} moves`, async () => (await git(name))['revision'] === revision);
  /** Waits until every resolver of the branch main has the last commit: each server has queries of its own. */
  const allMove = async (names = [...FOLLOWERS, ...MANY]): Promise<void> => {
    for (const name of names) await movesTo(name, commit);
    await controller.settled();
  };

  const resolvers = async (): Promise<readonly { readonly metadata: { readonly name: string } }[]> => {
    const list = await cluster.client.send('GET', `/apis/kpack.io/v1alpha2/namespaces/${NAMESPACE}/sourceresolvers`);
    return (list as { readonly items: readonly { readonly metadata: { readonly name: string } }[] }).items;
  };
  /** Waits until no resolver reports a server that is down, except for the one whose server never answers. */
  const allRecover = async (): Promise<void> =>
    soon('all servers answer again', async () => {
      const others = (await resolvers()).filter(({ metadata }) => metadata.name !== 'silent');
      return !JSON.stringify(others).includes('NetworkFailed');
    });

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-resolvers-'));
    repositories = makeRepositories();
    commit = repositories.commit('app', { 'a.txt': 'a' });
    repositories.git('app', 'tag', '-a', '-m', 'a tag', 'v1');
    server = await startGitServer(repositories.folder, { isDown: () => isDown });
    privateServer = await startGitServer(repositories.folder, { authorization: AUTHORIZATION });
    sshServer = await startSshServer();
    silent = await serveHttp('127.0.0.1', () => undefined);
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    await start();
  });
  looksTwice(() => controller);
  after(async () => {
    await controller?.stop();
    await Promise.all([server, privateServer, sshServer, silent].map(async (each) => each?.stop()));
    await cluster?.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    repositories?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('resolves a branch and follows it', async () => {
    await create('branch', { git: { url: `${server.url}/app.git`, revision: 'main' }, subPath: 'web' });
    await has('branch', POLLED);
    expect(await status('branch')).to.deep.include({
      observedGeneration: 1,
      source: { git: { url: `${server.url}/app.git`, revision: commit, subPath: 'web', type: 'Branch' } },
    });
    commit = repositories.commit('app', { 'a.txt': 'b' });
    await movesTo('branch', commit);
  });

  it('resolves tags to their commit, full names, and commits without a query', async () => {
    const url = `${server.url}/app.git`;
    await create('tag', { git: { url, revision: 'v1' } });
    await create('full', { git: { url, revision: 'refs/heads/main' } });
    await create('commit', { git: { url: 'https://git.invalid/app', revision: commit } });
    for (const name of ['tag', 'full']) await has(name, POLLED);
    await has('commit', SETTLED);
    expect(await git('tag')).to.include({ type: 'Tag', revision: repositories.git('app', 'rev-parse', 'v1^{commit}') });
    expect(await git('full')).to.include({ type: 'Branch', revision: commit });
    expect(await git('commit')).to.include({ type: 'Commit', revision: commit });
  });

  it('finds a branch whose name looks like a commit, also if it is pushed later or again', async () => {
    const app = { git: { url: `${server.url}/years.git`, revision: '2024' } };
    const first = repositories.commit('years', { 'a.txt': 'a' });
    await create('year', app);
    await has('year', POLLED);
    expect(await git('year')).to.include({ type: 'Commit', revision: '2024' });
    repositories.git('years', 'push', '-q', 'origin', 'HEAD:2024');
    await movesTo('year', first);
    repositories.git('years', 'push', '-q', 'origin', ':2024');
    await has('year', [...POLLED, /^UpToDate=False RevisionNotFound /]);
    expect(await git('year')).to.include({ type: 'Branch', revision: first });
    const second = repositories.commit('years', { 'a.txt': 'b' });
    repositories.git('years', 'push', '-q', 'origin', 'HEAD:2024');
    await movesTo('year', second);
    await has('year', POLLED);
  });

  it('passes blobs and images on, with all their fields', async () => {
    const blob = { url: 'https://blobs.example/app.zip', auth: 'secret', stripComponents: 1 };
    const registry = { image: 'registry.example/app', imagePullSecrets: [{ name: 'pull' }] };
    await create('blob', { blob, subPath: 'web' });
    await create('registry', { registry });
    for (const name of ['blob', 'registry']) await has(name, SETTLED);
    expect((await status('blob'))['source']).to.deep.equal({ blob: { ...blob, subPath: 'web' } });
    expect((await status('registry'))['source']).to.deep.equal({ registry });
  });

  it('uses the credentials of the ServiceAccount, over HTTP and ssh, as soon as they are there', async () => {
    const account = { ...inNamespace('ServiceAccount', 'reader', 'v1'), secrets: [{ name: 'login' }, { name: 'key' }] };
    await cluster.client.create(account);
    await create(
      'private',
      { git: { url: `${privateServer.url}/app.git`, revision: 'main' } },
      { serviceAccount: 'reader' },
    );
    await has('private', [/^Ready=False SourceDenied .*add a Secret for this host/, 'ActivePolling=True']);
    await cluster.client.create(secret('login', privateServer.url, 'basic-auth', LOGIN));
    await cluster.client.create(
      secret('key', `git@${sshServer.host}`, 'ssh-auth', {
        'ssh-privatekey': sshServer.privateKey,
        known_hosts: sshServer.knownHosts,
      }),
    );
    // A change of the resolver is a reason to read the credentials again. They are cached for ten seconds.
    await soon('the login is used', async () => {
      const label = { metadata: { labels: { touched: `${Date.now()}` } } };
      const place = `/apis/kpack.io/v1alpha2/namespaces/${NAMESPACE}/sourceresolvers/private`;
      await cluster.client.send('PATCH', place, label, 'application/merge-patch+json');
      return conditionsOf(await status('private')).join() === POLLED.join();
    });
    const url = `ssh://${sshServer.user}@${sshServer.host}${repositories.folder}/app.git`;
    await create('ssh', { git: { url, revision: 'main' } }, { serviceAccount: 'reader' });
    await has('ssh', POLLED);
    for (const name of ['private', 'ssh']) expect(await git(name), name).to.include({ revision: commit });
    expect(JSON.stringify([await status('private'), await status('ssh')])).not.to.include('sesame');
  });

  it('reports a server that does not answer, and asks again', async () => {
    await create('silent', { git: { url: `http://${silent.address}/app.git`, revision: 'main' } });
    await create('missing', { git: { url: `${server.url}/missing.git`, revision: 'main' } });
    await create('unknown', { git: { url: `${server.url}/app.git`, revision: 'next' } });
    await has('silent', [/^Ready=False NetworkFailed .*does not respond in time/, 'ActivePolling=True']);
    await has('missing', [/^Ready=False SourceNotFound /, 'ActivePolling=True']);
    await has('unknown', [/^Ready=False RevisionNotFound .*"next"/, 'ActivePolling=True']);
    repositories.git('app', 'branch', 'next');
    await has('unknown', POLLED);
    // The controller sends an Event after it has written the status.
    for (const event of ['silent NetworkFailed', 'unknown Ready'])
      await soon(`the event ${event}`, async () => controller.events.includes(event));
    await cluster.client.delete(resolver('silent'));
  });

  it('keeps the last commit while a server is down, and says so until it is back', async () => {
    isDown = true;
    await has('branch', [...POLLED, /^UpToDate=False NetworkFailed the connection to 127.0.0.1:\d+ fails/]);
    expect(await git('branch')).to.include({ revision: commit });
    isDown = false;
    await allRecover();
    await has('branch', POLLED);
    await has('missing', [/^Ready=False SourceNotFound /, 'ActivePolling=True']);
  });

  for (const [how, byMs] of [
    ['forward', HOUR_MS],
    ['back', -HOUR_MS],
  ] as const) {
    it(`goes on if its clock is set ${how} by an hour`, async () => {
      ahead += byMs;
      commit = repositories.commit('app', { 'a.txt': how });
      await allMove(FOLLOWERS);
      isDown = true;
      await has('branch', [...POLLED, /^UpToDate=False NetworkFailed/]);
      ahead += byMs;
      isDown = false;
      await allRecover();
      ahead = 0;
    });
  }

  it('sends one query for many resolvers, and reads nothing from the API server while nothing changes', async () => {
    for (const name of MANY) await create(name, { git: { url: `${server.url}/app.git`, revision: 'main' } });
    for (const name of MANY) await has(name, POLLED);
    await controller.settled();
    // The watch can report the last status late, which is a change.
    await soon('some queries without a read or a write', async () => {
      const before = controller.reads.length + controller.writes.length;
      const requests = server.heard.length;
      await soon('some queries', async () => server.heard.length > requests + 10);
      return controller.reads.length + controller.writes.length === before;
    });
    const writes = controller.writes.length;
    commit = repositories.commit('app', { 'a.txt': 'c' });
    await allMove();
    expect(controller.writes.length - writes).to.be.within(30, 40);
  });

  it('polls no more if the annotation is never', async () => {
    await create(
      'never',
      { git: { url: `${server.url}/app.git`, revision: 'main' } },
      { annotations: { 'taskpack.dev/poll-interval': 'never' } },
    );
    await has('never', ['Ready=True', /^ActivePolling=False PollIntervalNever/]);
    const before = await git('never');
    commit = repositories.commit('app', { 'a.txt': 'd' });
    await allMove();
    expect(await git('never')).to.deep.equal(before);
  });

  it('writes nothing after a restart, and keeps polling', async () => {
    await controller.stop();
    await start();
    await controller.settled();
    expect(controller.writes).to.deep.equal([]);
    commit = repositories.commit('app', { 'a.txt': 'e' });
    await allMove();
  });

  it('asks no more about resolvers that are deleted', async () => {
    for (const { metadata } of await resolvers()) await cluster.client.delete(resolver(metadata.name));
    await soon('no query for two intervals', async () => {
      const before = controller.queries.length;
      await sleep(2 * INTERVAL_MS);
      return controller.queries.length === before;
    });
  });
});

function matches(text: string, expected: string | RegExp | undefined): boolean {
  return typeof expected === 'string' ? text === expected : expected?.test(text) === true;
}

async function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await until(what, async () => ((await isSo()) ? true : undefined), { seconds: 480 });
}

function resolver(name: string): KubernetesObject {
  return inNamespace('SourceResolver', name);
}

function inNamespace(kind: string, name: string, apiVersion = 'kpack.io/v1alpha2'): KubernetesObject {
  return { apiVersion, kind, metadata: { name, namespace: NAMESPACE } };
}

function secret(name: string, server: string, type: string, stringData: object): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: NAMESPACE, annotations: { 'kpack.io/git': server } },
    type: `kubernetes.io/${type}`,
    stringData,
  };
}
