import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { objectAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { git } from '../../cluster/sources/git-repository.ts';
import { GITEA_USER, startGitea, type Gitea } from '../../cluster/sources/gitea.ts';
import { kpackCluster } from '../../integration/crds/kpack-cluster.ts';
import { accountKubeconfig, applyAll, removeInstallation } from '../../integration/install/installed-cluster.ts';
import { buildCommand } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';

const KEY = 'a key that Gitea has';
const TEAM: KubernetesObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gitea' } };
const RESOLVER: KubernetesObject = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'SourceResolver',
  metadata: { name: 'app-source', namespace: 'gitea' },
};

/** Longer than the test, so that only a report of a push can cause a query. */
const SETTINGS = { GIT_WEBHOOKS_SECRET: 'gitea-hooks', GIT_WEBHOOKS_PORT: '0', SOURCE_POLL_INTERVAL: '100000' };

// docs/how-to/rebuild-on-push.md says how to set up the webhook.
describe('a Gitea that reports pushes', function () {
  this.timeout(300_000);
  let cluster: Cluster;
  let gitea: Gitea;
  let controller: ControllerProcess | undefined;
  let folder: string;
  let checkout: string;

  /** Pushes a commit to the branch main. Returns its id. */
  const push = (text: string): string => {
    writeFileSync(path.join(checkout, 'a.txt'), text);
    git(checkout, 'add', '.');
    git(checkout, 'commit', '-q', '-m', text);
    git(checkout, 'push', '-q', 'origin', 'HEAD:main');
    return git(checkout, 'rev-parse', 'HEAD');
  };
  const create = async (object: object): Promise<void> =>
    void (await cluster.client.create(object as KubernetesObject));
  const revision = async (): Promise<unknown> => {
    const { status = {} } = (await cluster.client.get(RESOLVER)) as { readonly status?: JsonObject };
    return objectAt(objectAt(status, 'source'), 'git')['revision'];
  };
  const resolvesTo = async (commit: string): Promise<void> =>
    void (await until(`the revision ${commit}`, async () => (await revision()) === commit || undefined, {
      seconds: 120,
    }));

  before(async function () {
    // The first run builds Gitea.
    this.timeout(1_800_000);
    buildCommand();
    gitea = await startGitea();
    await gitea.post('user/repos', { name: 'App', private: true, default_branch: 'main' });
    cluster = await kpackCluster();
    await applyAll(cluster);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-gitea-'));
    checkout = path.join(folder, 'checkout');
    mkdirSync(checkout);
    git(checkout, 'init', '-q', '-b', 'main');
    const { username, password } = GITEA_USER;
    git(checkout, 'remote', 'add', 'origin', gitea.url.replace('//', `//${username}:${password}@`) + '/team/App.git');
    await cluster.client.apply(TEAM);
    await create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'gitea-hooks', namespace: CONTROLLER_NAMESPACE },
      stringData: { key: KEY },
    });
    await create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login', namespace: 'gitea', annotations: { 'kpack.io/git': gitea.url } },
      type: 'kubernetes.io/basic-auth',
      stringData: GITEA_USER,
    });
    await create({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'builder', namespace: 'gitea' },
      secrets: [{ name: 'login' }],
    });
  });
  after(async () => {
    controller?.kill('SIGTERM');
    await controller?.ended;
    await gitea?.stop();
    await cluster?.client.delete(TEAM);
    await removeInstallation(cluster);
    rmSync(folder, { recursive: true, force: true });
  });

  it('has each commit resolved without a poll, also under a name with other upper case', async () => {
    const first = push('1');
    const source = { git: { url: `${gitea.url}/team/app.git`, revision: 'main' } };
    await create({ ...RESOLVER, spec: { serviceAccount: 'builder', source } });
    const started = controllerProcess(await accountKubeconfig(cluster, folder), SETTINGS);
    controller = started;
    await started.says('leading', 60);
    await resolvesTo(first);

    const port = await until('the port for reports', async () => portOf(started), { seconds: 60 });
    await gitea.post('repos/team/App/hooks', {
      type: 'gitea',
      active: true,
      events: ['push'],
      config: { url: `http://127.0.0.1:${port}/hooks/git`, content_type: 'json', secret: KEY },
    });
    await resolvesTo(push('2'));
    await resolvesTo(push('3'));
  });
});

function portOf({ log }: ControllerProcess): number | undefined {
  const line = log().find(({ message }) => message === 'webhook deliveries are accepted');
  return line && Number(line['port']);
}
