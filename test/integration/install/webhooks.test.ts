import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { objectAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { buildCommand } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { signedDelivery } from '../../unit/controller/sources/webhooks/deliveries.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { accountKubeconfig, applyAll, removeInstallation } from './installed-cluster.ts';

const MIB = 1024 * 1024;
const KEY = 'a key that the git server has';
const TEAM: KubernetesObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'pushing' } };
const RESOLVER: KubernetesObject = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'SourceResolver',
  metadata: { name: 'app-source', namespace: 'pushing' },
};

/** Longer than the test, so that only a report of a push can cause a query. */
const SETTINGS = { GIT_WEBHOOKS_SECRET: 'git-webhooks', GIT_WEBHOOKS_PORT: '0', SOURCE_POLL_INTERVAL: '100000' };

/** The shortest time between two queries that reports cause (PUSH_GAP_MS of src/controller/sources/git-access). */
const QUERY_GAP_MS = 2_000;

describe('webhooks to a controller with the permissions of its ServiceAccount', function () {
  this.timeout(180_000);
  const running: ControllerProcess[] = [];
  let isDown = false;
  let cluster: Cluster;
  let repositories: Repositories;
  let server: GitServer;
  let folder: string;
  let kubeconfig: string;

  const start = (): ControllerProcess => {
    const controller = controllerProcess(kubeconfig, SETTINGS);
    running.push(controller);
    return controller;
  };
  const report = async (controller: ControllerProcess, key = KEY): Promise<number> => {
    const port = await until('the port for reports', async () => portOf(controller), { seconds: 60 });
    const { headers, body } = signedDelivery(
      JSON.stringify({ repository: { clone_url: `${server.url}/app.git` } }),
      key,
    );
    return (await fetch(`http://127.0.0.1:${port}/hooks/git`, { method: 'POST', headers, body })).status;
  };
  const revision = async (name: string): Promise<unknown> => {
    const object = { ...RESOLVER, metadata: { ...RESOLVER.metadata, name } };
    const { status = {} } = (await cluster.client.get(object)) as { readonly status?: JsonObject };
    return objectAt(objectAt(status, 'source'), 'git')['revision'];
  };
  const resolvesTo = async (commit: string, name = 'app-source'): Promise<void> =>
    void (await until(`the revision ${commit} of ${name}`, async () => (await revision(name)) === commit || undefined, {
      seconds: 60,
    }));

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await applyAll(cluster);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-hooks-'));
    kubeconfig = await accountKubeconfig(cluster, folder);
    repositories = makeRepositories();
    server = await startGitServer(repositories.folder, { isDown: () => isDown });
    await cluster.client.apply(TEAM);
    await cluster.client.create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'git-webhooks', namespace: CONTROLLER_NAMESPACE },
      stringData: { key: `${KEY}\n` },
    } as KubernetesObject);
  });
  after(async () => {
    running.forEach(({ kill }) => kill('SIGTERM'));
    await Promise.all(running.map(async ({ ended }) => ended));
    await server?.stop();
    repositories?.remove();
    await cluster?.client.delete(TEAM);
    await removeInstallation(cluster);
    rmSync(folder, { recursive: true, force: true });
  });

  it('reach the leader, also by way of the standby', async () => {
    const first = repositories.commit('app', { 'a.txt': '1' });
    const source = { git: { url: `${server.url}/app.git`, revision: 'main' } };
    await cluster.client.create({ ...RESOLVER, spec: { serviceAccount: 'default', source } } as KubernetesObject);
    const leader = start();
    await leader.says('leading');
    const standby = start();
    await standby.says('standby');
    await resolvesTo(first);
    const { metadata } = RESOLVER;
    const annotations = { 'taskpack.dev/poll-interval': 'never' };
    await cluster.client.create({
      ...RESOLVER,
      metadata: { ...metadata, name: 'frozen-source', annotations },
      spec: { serviceAccount: 'default', source },
    } as KubernetesObject);
    await resolvesTo(first, 'frozen-source');

    const second = repositories.commit('app', { 'a.txt': '2' });
    expect(await report(leader, 'a key that nobody has set')).to.equal(401);
    expect(await report(leader)).to.equal(202);
    await resolvesTo(second);
    await resolvesTo(second, 'frozen-source');

    const third = repositories.commit('app', { 'a.txt': '3' });
    expect(await report(standby)).to.equal(202);
    await resolvesTo(third);

    await until('a second without a query', async () => silentFor(server, 1_000), { seconds: 60 });
    const queries = server.heard.length;
    const startedAtMs = performance.now();
    for (let replay = 0; replay < 20; replay += 1) expect(await report(leader)).to.equal(202);
    const gaps = Math.ceil((performance.now() - startedAtMs) / QUERY_GAP_MS);
    await until('three seconds without a query', async () => silentFor(server, 3_000), { seconds: 60 });
    // A query is two requests. One follows the first report, and one each gap in which a report arrives.
    expect(server.heard.length - queries).to.be.within(2, 2 * (1 + gaps));
    expect(gaps, 'the replays are faster than queries would be').to.be.below(10);
    for (const { log } of running)
      expect(log().filter((line) => /forbidden/i.test(JSON.stringify(line)))).to.deep.equal([]);
  });

  it('are not read beyond 5 MB or 10 seconds, and cause no query then', async () => {
    const [leader] = running;
    if (leader === undefined) throw new Error('no controller runs');
    const questions = server.heard.length;
    const port = portOf(leader) ?? 0;
    const startedAtMs = performance.now();
    const slow = connect(port, '127.0.0.1').resume();
    const cut = once(slow, 'close');
    const lines = Object.entries(signedDelivery('{}').headers).map(([name, value]) => `${name}: ${value}`);
    slow.write(['POST /hooks/git HTTP/1.1', 'host: a', 'content-length: 2', ...lines, '', '{'].join('\r\n'));

    const sent = await sendEndlessly(`http://127.0.0.1:${port}/hooks/git`, 100 * MIB);
    expect(sent, 'the limit of all bodies is 32 MiB').to.be.below(25 * MIB);
    expect(await report(leader, 'a key that nobody has set')).to.equal(401);
    await cut;
    expect(performance.now() - startedAtMs).to.be.within(5_000, 20_000);
    expect(server.heard).to.have.length(questions);

    expect(await report(leader)).to.equal(202);
    await until('a query', async () => server.heard.length > questions || undefined, { seconds: 60 });
  });

  it('survive leaders that die before the git server has answered', async () => {
    const commit = repositories.commit('app', { 'a.txt': '4' });
    isDown = true;
    const questions = server.heard.length;
    const [leader, standby] = running;
    if (leader === undefined || standby === undefined) throw new Error('no controller runs');
    expect(await report(leader)).to.equal(202);
    await until('a query', async () => server.heard.length > questions || undefined, { seconds: 60 });
    for (const { kill, ended } of [leader, standby]) {
      kill('SIGKILL');
      await ended;
    }
    isDown = false;
    await start().says('leading', 90);
    await resolvesTo(commit, 'frozen-source');
  });
});

/** Sends a body of this size. Returns how many bytes the server took before it ended the request. */
async function sendEndlessly(url: string, bytes: number): Promise<number> {
  const outgoing = request(url, { method: 'POST', headers: signedDelivery('').headers });
  // The server may cut the connection before its answer arrives.
  const ended = new Promise<'ended'>((resolve) => {
    outgoing.on('response', () => resolve('ended')).on('error', () => resolve('ended'));
  });
  let sent = 0;
  for (let next = 'sent'; next === 'sent' && sent < bytes;) {
    sent += MIB;
    const written = new Promise<'sent'>((resolve) => outgoing.write(Buffer.alloc(MIB), () => resolve('sent')));
    next = await Promise.race([ended, written]);
  }
  await ended;
  outgoing.destroy();
  return sent;
}

function portOf({ log }: ControllerProcess): number | undefined {
  const line = log().find(({ message }) => message === 'webhook deliveries are accepted');
  return line && Number(line['port']);
}

/** True if the server hears nothing for this time. */
async function silentFor({ heard }: GitServer, milliseconds: number): Promise<true | undefined> {
  const { length } = heard;
  await sleep(milliseconds);
  return heard.length === length || undefined;
}
