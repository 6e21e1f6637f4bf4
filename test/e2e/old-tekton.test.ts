import { expect } from 'chai';
import { VERSION } from '../../src/settings/version.ts';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { until } from '../cluster/processes/until.ts';
import { makeRepositories, type Repositories } from '../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../cluster/sources/git-server.ts';
import { kubectlApply } from '../integration/cluster/apply.ts';
import { parseYaml } from '../../src/yaml/parse-yaml.ts';
import { buildCommand, runCommand } from '../support/command.ts';
import { runImages } from '../support/images-command.ts';

const NAMESPACE = 'old-tekton';
const LOGIN = { username: 'robot', password: 'correct-horse' };
const DIGEST = `sha256:${'a'.repeat(64)}`;

/** What the step finds where early Tekton promised it, and leaves where early Tekton looked. */
const LOOK = [
  'set -e',
  'test "$HOME" = /builder/home',
  'test "$(pwd)" = /workspace',
  'echo kept > /builder/home/file && grep kept /tekton/home/file',
  'grep -q ${inputs.params.words} $(inputs.resources.source.path)/text',
  `echo '{"manifests": [{"digest": "${DIGEST}"}]}' > $(outputs.resources.image.path)/index.json`,
].join('\n');

describe('a Task from before tekton.dev/v1, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let git: GitServer;
  let repositories: Repositories;
  let commit = '';

  before(async function () {
    // The first run builds what the cluster, the images and their base are made of.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    buildCommand();
    await runImages('--push', cluster.registry.address);
    repositories = makeRepositories();
    commit = repositories.commit('app', { text: 'some words' });
    const authorization = `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64')}`;
    git = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS, authorization });
    for (const object of surroundings(git.url)) await cluster.client.create(object);
  });
  after(async () => {
    await git?.stop();
    repositories?.remove();
  });

  it("runs as it did then, with the account's credentials, and tells of the commit and the digest", async () => {
    const steps = `${cluster.registry.address}/steps:${VERSION}`;
    const { status, stdout, stderr } = runCommand(['translate', '-f', '-', '--offline', '--steps-image', steps], {
      stdin: written(`${git.url}/app.git`),
    });
    expect([status, stderr]).to.deep.equal([0, '']);
    const objects = parseYaml(stdout, 'stdout').documents.map(({ value }) => value as KubernetesObject);
    await kubectlApply(cluster, objects);
    const run = objects.find(({ kind }) => kind === 'TaskRun');
    const done = await until('the end of the run', async () => finished(cluster, run), { seconds: 200 });
    expect(done.conditions[0], JSON.stringify(done)).to.include({ status: 'True' });
    const results = (done.results ?? []).map(({ name, value }) => [name, value]);
    expect(Object.fromEntries(results)).to.deep.equal({
      'source-commit': commit,
      'source-url': `${git.url}/app.git`,
      IMAGE_DIGEST: DIGEST,
      IMAGE_URL: 'registry.example.com/app',
    });
  });
});

/** An account as Tekton's users have one for git (tektoncd/pipeline, docs/auth). */
function surroundings(server: string): readonly KubernetesObject[] {
  const annotations = { 'tekton.dev/git-0': server };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'git', namespace: NAMESPACE, annotations },
      type: 'kubernetes.io/basic-auth',
      stringData: LOGIN,
    },
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'robot', namespace: NAMESPACE },
      secrets: [{ name: 'git' }],
    },
  ];
}

/** The input of the command, in JSON, which YAML is too. */
function written(url: string): string {
  const metadata = { name: 'look', namespace: NAMESPACE };
  const items = [
    {
      apiVersion: 'tekton.dev/v1alpha1',
      kind: 'Task',
      metadata,
      spec: {
        inputs: {
          params: [{ name: 'words', default: 'words' }],
          resources: [{ name: 'source', type: 'git', targetPath: 'go/src/app' }],
        },
        outputs: { resources: [{ name: 'image', type: 'image' }] },
        steps: [{ name: 'look', image: BUSYBOX_IMAGE, args: [LOOK] }],
      },
    },
    {
      apiVersion: 'tekton.dev/v1alpha1',
      kind: 'TaskRun',
      metadata,
      spec: {
        serviceAccount: 'robot',
        taskRef: { name: 'look' },
        inputs: { resources: [{ name: 'source', resourceSpec: resource('git', url) }] },
        outputs: { resources: [{ name: 'image', resourceSpec: resource('image', 'registry.example.com/app') }] },
      },
    },
    {
      apiVersion: 'taskpack.dev/v1alpha1',
      kind: 'ImageFacts',
      image: BUSYBOX_IMAGE,
      entrypoint: ['/bin/sh', '-c'],
    },
  ];
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

function resource(type: string, url: string): object {
  return { type, params: [{ name: 'url', value: url }] };
}

interface RunStatus {
  readonly conditions: readonly { readonly status: string }[];
  readonly results?: readonly { readonly name: string; readonly value: string }[];
}

async function finished(cluster: NodeCluster, run: KubernetesObject | undefined): Promise<RunStatus | undefined> {
  if (run === undefined) throw new Error('no TaskRun is printed');
  const status = (await cluster.client.get(run))?.['status'] as RunStatus | undefined;
  return status?.conditions?.some(({ status: word }) => word !== 'Unknown') === true ? status : undefined;
}
