import { expect } from 'chai';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import type { LeashedProcess } from '../../cluster/processes/leashed-process.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { startResolvers } from '../../cluster/tekton/resolvers.ts';
import { VERSION } from '../../../src/core/settings/version.ts';
import { buildCommand, runCommand } from '../../support/command.ts';
import { serveHttp, type HttpServer } from '../../support/http-server.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';

const FILE = path.join(import.meta.dirname, '../../../tasks/buildpacks/buildpacks.yaml');
const TEXT = readFileSync(FILE, 'utf8');
const NAME = 'buildpacks';

/** The result of resolving a reference to a Task. */
interface Resolved {
  readonly taskSpec?: unknown;
  readonly provenance?: { readonly refSource?: { readonly digest?: Readonly<Record<string, string>> } };
}

type Parameters = Readonly<Record<string, string>>;

describe("a Task that Tekton's resolvers fetch", function () {
  this.timeout(90_000);
  const registry = temporaryRegistry('none');
  let cluster: Cluster;
  let resolvers: LeashedProcess;
  let repositories: Repositories;
  let gitServer: GitServer;
  let hub: HttpServer;
  let folder = '';
  let byName: Resolved;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    const programs = await ensurePrograms(['leash', 'tekton-resolvers'], (line) => console.error(line));
    cluster = await sharedCluster();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-resolvers-'));
    hub = await serveHttp('127.0.0.1', answerAsHub);
    resolvers = await startResolvers(programs, cluster, { folder, hub: `http://${hub.address}` });
    repositories = makeRepositories();
    gitServer = await startGitServer(repositories.folder);
    for (const name of ['of-tasks', 'of-runs']) {
      await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    }
    await cluster.client.put(inNamespace('of-tasks'));
    await cluster.client.put(inNamespace('of-runs'));
    byName = await resolved('by-name', { name: NAME });
  });

  after(async () => {
    await resolvers.stop();
    await gitServer.stop();
    await hub.stop();
    repositories.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Tekton writes the resolved Task into the run's status as soon as the Task is resolved. */
  async function resolved(name: string, taskRef: object): Promise<Resolved> {
    const { client } = cluster;
    const metadata = { name, namespace: 'of-runs' };
    const spec = {
      taskRef,
      params: ['APP_IMAGE', 'BUILDER_IMAGE'].map((parameter) => ({ name: parameter, value: 'example.com/some' })),
      workspaces: [{ name: 'source', emptyDir: {} }],
    };
    const run = await client.create({ apiVersion: 'tekton.dev/v1', kind: 'TaskRun', metadata, spec });
    return until(
      `the Task of ${name}`,
      async () => {
        const {
          taskSpec,
          provenance,
          conditions = [],
        } = ((await client.get(run))?.['status'] ?? {}) as Resolved & {
          readonly conditions?: readonly { readonly status: string; readonly message: string }[];
        };
        const [condition] = conditions;
        if (condition?.status === 'False') throw new Error(condition.message);
        return taskSpec === undefined ? undefined : { taskSpec, ...(provenance && { provenance }) };
      },
      { seconds: 60, died: [resolvers.died] },
    );
  }

  async function fetched(resolver: string, parameters: Parameters): Promise<Resolved> {
    const params = Object.entries(parameters).map(([name, value]) => ({ name, value }));
    return resolved(`by-${resolver}`, { resolver, params });
  }

  it('from a bundle that taskpack tasks pushed is the Task, and its source is the printed digest', async () => {
    const { stdout, stderr } = runCommand(['tasks', '--bundle', `${registry().address}/tasks:1`]);
    expect(stderr).to.equal('');
    const bundle = stdout.trim();
    const { taskSpec, provenance } = await fetched('bundles', { bundle, kind: 'task', name: NAME });
    expect(taskSpec).to.deep.equal(byName.taskSpec);
    expect(provenance?.refSource?.digest).to.deep.equal({ sha256: bundle.split('@sha256:')[1] });
  });

  it('from another namespace is the Task', async () => {
    const { taskSpec } = await fetched('cluster', { kind: 'task', name: NAME, namespace: 'of-tasks' });
    expect(taskSpec).to.deep.equal(byName.taskSpec);
  });

  it('from git is the Task', async () => {
    const pathInRepo = 'tasks/buildpacks/buildpacks.yaml';
    const revision = repositories.commit('catalog', { [pathInRepo]: TEXT });
    const { taskSpec } = await fetched('git', { url: `${gitServer.url}/catalog.git`, revision, pathInRepo });
    expect(taskSpec).to.deep.equal(byName.taskSpec);
  });

  it('from a stand-in of Artifact Hub is the Task', async () => {
    const { taskSpec } = await fetched('hub', { catalog: 'taskpack', kind: 'task', name: NAME, version: VERSION });
    expect(taskSpec).to.deep.equal(byName.taskSpec);
  });
});

/** Answers as Artifact Hub does for a repository of the kind Tekton tasks: the versions of a Task, and the file of a version. */
const answerAsHub: RequestListener = ({ url = '' }, response) => {
  const [repository, version] = url.replace(/^\/+/, '').split(`/${NAME}`);
  if (repository !== 'api/v1/packages/tekton-task/taskpack') response.writeHead(404).end();
  else if (version === '')
    response.end(JSON.stringify({ available_versions: [{ version: VERSION, prerelease: false }] }));
  else if (version === `/${VERSION}`) response.end(JSON.stringify({ data: { manifestRaw: TEXT } }));
  else response.writeHead(404).end();
};

function inNamespace(namespace: string): KubernetesObject {
  const [document] = parseYaml(TEXT, FILE).documents;
  const task = document?.value as KubernetesObject;
  return { ...task, metadata: { ...task.metadata, namespace } };
}
