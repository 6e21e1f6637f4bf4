import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { makeRepositories, type Repositories } from '../../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../../cluster/sources/git-server.ts';
import { startSshServer, type SshServer } from '../../../cluster/sources/ssh-server.ts';
import { serveHttp, type HttpServer } from '../../../support/http-server.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { conditionsOf, statusOf, type Status } from '../builders/statuses.ts';
import { runResolvers, type RunningResolvers } from './running-resolvers.ts';
import { startSharedServer, type SharedServer } from './shared-server.ts';

const INTERVAL_MS = 500;
const ATTACKS_EACH = 6;
/** The tenants who make a server fail. One of them adds certificates to its network. */
const [EVIL, FORGING, GOOD] = ['hosts-evil', 'hosts-forging', 'hosts-good'];
const HEALTHY = ['Ready=True', 'ActivePolling=True'];
/** No status of another tenant may contain this word, which is in all names of the attacks. */
const MARK = 'zzattack';

describe('the controller of SourceResolvers, with tenants who make a server fail', function () {
  this.timeout(240_000);
  let cluster: Cluster;
  let repositories: Repositories;
  let backend: GitServer;
  let shared: SharedServer;
  let elsewhere: HttpServer;
  let ssh: SshServer;
  let folder: string;
  let controller: RunningResolvers;
  let commit: string;

  const create = async (object: object): Promise<void> => {
    await cluster.client.create(object as KubernetesObject);
  };
  const resolver = async (namespace: string, name: string, url: string): Promise<void> =>
    create({ ...resolverOf(namespace, name), spec: { source: { git: { url, revision: 'main' } } } });
  const status = async (namespace: string, name: string): Promise<Status> =>
    statusOf(cluster, resolverOf(namespace, name));
  const secret = async (namespace: string, name: string, type: string, server: string, stringData: object) =>
    create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace, annotations: { 'kpack.io/git': server } },
      type: `kubernetes.io/${type}`,
      stringData,
    });

  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-tenants-'));
    repositories = makeRepositories();
    commit = repositories.commit('app', { 'a.txt': 'a' });
    backend = await startGitServer(repositories.folder);
    elsewhere = await serveHttp('127.0.0.1', (_, response) => {
      response.writeHead(503, { 'retry-after': '86400' }).end(MARK);
    });
    ssh = await startSshServer();
    shared = await startSharedServer(folder, backend.url, ({ url = '' }, response) => {
      if (!url.startsWith(`/${MARK}`)) return false;
      if (url.includes('redirected')) {
        response.writeHead(302, { location: `http://${elsewhere.address}${url}` }).end();
      } else response.writeHead(429, { 'retry-after': '86400' }).end(MARK);
      return true;
    });
    for (const name of [EVIL, FORGING, GOOD])
      await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    for (const namespace of [EVIL, GOOD]) {
      await secret(namespace, 'key', 'ssh-auth', ssh.host, { 'ssh-privatekey': ssh.privateKey });
      await secret(namespace, 'login', 'basic-auth', shared.url, { username: namespace, password: 'open sesame' });
      const secrets = namespace === EVIL ? [{ name: 'key' }, { name: 'login' }] : [{ name: 'key' }];
      await cluster.client.apply({
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'default', namespace },
        secrets,
      } as unknown as KubernetesObject);
    }
    controller = await runResolvers(cluster.kubeconfig, [EVIL, FORGING, GOOD], folder, INTERVAL_MS, false, Date.now, {
      ofAll: shared.authority,
      own: { namespace: FORGING, caBundle: shared.forgedAuthority },
    });
  });
  after(async () => {
    await controller?.stop();
    await Promise.all([shared, backend, elsewhere, ssh].map(async (each) => each?.stop()));
    for (const name of [EVIL, FORGING, GOOD])
      await cluster?.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    repositories?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('follows the branches of another tenant as without them, and shows none of their failures', async () => {
    const goods = {
      https: `${shared.url}/app.git`,
      ssh: `ssh://${ssh.user}@${ssh.host}${repositories.folder}/app.git`,
    };
    for (const [name, url] of Object.entries(goods)) await resolver(GOOD, name, url);
    const follow = async (): Promise<void> => {
      for (const name of Object.keys(goods)) {
        await until(
          `${name} has the commit`,
          async () => (JSON.stringify(await status(GOOD, name)).includes(commit) ? true : undefined),
          { seconds: 20 },
        );
        expect(conditionsOf(await status(GOOD, name)), name).to.deep.equal(HEALTHY);
      }
    };
    await follow();
    const attacks: Readonly<Record<string, readonly [namespace: string, url: string, reason: string]>> = {
      redirected: [EVIL, `${shared.url}/${MARK}-redirected`, 'ServerUnavailable'],
      limited: [EVIL, `${shared.url}/${MARK}-limited`, 'ServerUnavailable'],
      forged: [FORGING, `${shared.url}/${MARK}-forged`, 'TlsFailed'],
      words: [
        EVIL,
        `ssh://${ssh.user}@${ssh.host}/${MARK}%0Afatal:%20unable%20to%20access:%20The%20requested%20URL%20returned%20error:%20503/`,
        'SourceNotFound',
      ],
    };
    const writes = async (): Promise<void> => {
      for (const [name, [namespace, url]] of Object.entries(attacks)) {
        for (let index = 0; index < ATTACKS_EACH; index += 1)
          await resolver(namespace, `${MARK}-${name}-${index}`, `${url}${index}.git`);
      }
    };
    await writes();
    for (const [name, [namespace, , reason]] of Object.entries(attacks)) {
      await until(
        `${name} fails`,
        async () =>
          conditionsOf(await status(namespace, `${MARK}-${name}-0`))
            .join()
            .includes(`Ready=False ${reason}`)
            ? true
            : undefined,
        { seconds: 60 },
      );
    }
    for (let round = 0; round < 3; round += 1) {
      commit = repositories.commit('app', { 'a.txt': `${round}` });
      await follow();
    }
    await resolver(GOOD, 'other', `${shared.url}/app.git`);
    await until(
      'a new resolver is ready',
      async () => (conditionsOf(await status(GOOD, 'other')).join() === HEALTHY.join() ? true : undefined),
      { seconds: 20 },
    );
    for (const name of Object.keys(goods)) expect(JSON.stringify(await status(GOOD, name))).not.to.include(MARK);
  });
});

function resolverOf(namespace: string, name: string): KubernetesObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind: 'SourceResolver', metadata: { name, namespace } };
}
