import { expect } from 'chai';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { createFolderClaim } from '../cluster/node/folder-claim.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { makeRepositories, type Repositories } from '../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../cluster/sources/git-server.ts';
import { kubectlApply } from '../integration/cluster/apply.ts';
import { parseYaml } from '../../src/core/yaml/parse-yaml.ts';
import { buildCommand, runCommand } from '../support/command.ts';
import { pushOwnImages } from '../support/own-images.ts';
import { finishedRun, type RunResults } from './tekton-run.ts';

const NAMESPACE = 'old-tekton';
const LOGIN = { username: 'robot', password: 'correct-horse' };
const DIGEST = `sha256:${'a'.repeat(64)}`;

/** The step reads the paths that early Tekton provided, and writes to the paths that early Tekton read. */
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
  let steps: string;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    buildCommand();
    steps = (await pushOwnImages(cluster.registry)).STEPS_IMAGE;
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

  /** Returns the command's output for these objects. `says` matches what the command prints to standard error. */
  const translated = (items: readonly object[], says: RegExp): readonly KubernetesObject[] => {
    const { status, stdout, stderr } = runCommand(['translate', '-f', '-', '--offline', '--steps-image', steps], {
      stdin: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...items, FACTS] }),
    });
    expect(stderr).to.match(says);
    expect(status).to.equal(0);
    return parseYaml(stdout, 'stdout').documents.map(({ value }) => value as KubernetesObject);
  };

  /** Applies the objects, and waits until the run among them has ended. */
  const run = async (objects: readonly KubernetesObject[]): Promise<RunResults> => {
    await kubectlApply(cluster, objects);
    const started = objects.find(({ kind }) => kind === 'TaskRun' || kind === 'PipelineRun');
    if (started === undefined) throw new Error('no run is printed');
    return finishedRun(cluster, started);
  };

  it("runs as early Tekton ran it, with the account's credentials, and reports the commit and the digest", async () => {
    const url = `${git.url}/app.git`;
    expect(await run(translated(lookItems(url), /^$/))).to.deep.equal({
      'source-commit': commit,
      'source-url': url,
      IMAGE_DIGEST: DIGEST,
      IMAGE_URL: 'registry.example.com/app',
    });
  });

  it('hands copies on in a Pipeline: each task sees the files as the earlier task left them', async () => {
    await createFolderClaim(cluster, { name: 'line', namespace: NAMESPACE });
    await run(translated(lineItems(`${git.url}/app.git`), /^$/));
  });
});

/** Returns an account with a git Secret as Tekton documents it (tektoncd/pipeline, docs/auth). */
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

const FACTS = {
  apiVersion: 'taskpack.dev/v1alpha1',
  kind: 'ImageFacts',
  image: BUSYBOX_IMAGE,
  entrypoint: ['/bin/sh', '-c'],
};

const TEKTON = { apiVersion: 'tekton.dev/v1alpha1' };

function lookItems(url: string): readonly object[] {
  const metadata = { name: 'look', namespace: NAMESPACE };
  const spec = {
    inputs: {
      params: [{ name: 'words', default: 'words' }],
      resources: [{ name: 'source', type: 'git', targetPath: 'go/src/app' }],
    },
    outputs: { resources: [{ name: 'image', type: 'image' }] },
    steps: [{ name: 'look', image: BUSYBOX_IMAGE, args: [LOOK] }],
  };
  const bound = {
    serviceAccount: 'robot',
    taskRef: { name: 'look' },
    inputs: { resources: [{ name: 'source', resourceSpec: resource('git', url) }] },
    outputs: { resources: [{ name: 'image', resourceSpec: resource('image', 'registry.example.com/app') }] },
  };
  return [
    { ...TEKTON, kind: 'Task', metadata, spec },
    { ...TEKTON, kind: 'TaskRun', metadata, spec: bound },
  ];
}

/** Returns a line of tasks that hand the source on. `second` is in the middle: the source is its input and its output. */
function lineItems(url: string): readonly object[] {
  const resources = [{ name: 'code', type: 'git' }];
  const change = (name: string, script: string): object => ({
    ...TEKTON,
    kind: 'Task',
    metadata: named(name),
    spec: { inputs: { resources }, outputs: { resources }, ...step(script) },
  });
  const look = (name: string, script: string): object => ({
    ...TEKTON,
    kind: 'Task',
    metadata: named(name),
    spec: { inputs: { resources }, ...step(script) },
  });
  return [
    change('first', 'grep words code/text && echo one > code/more && ln -s more code/link'),
    change('second', 'grep one code/link && rm code/text && echo two > code/more'),
    look('third', 'grep two code/link && test ! -e code/text && test -d code/.git'),
    look('late', 'grep one code/link && grep words code/text && test -d code/.git'),
    {
      ...TEKTON,
      kind: 'Pipeline',
      metadata: named('line'),
      spec: {
        resources: [{ name: 'app', type: 'git' }],
        tasks: [
          taskOf('first', [], ['outputs']),
          taskOf('second', ['first'], ['outputs']),
          taskOf('third', ['second'], []),
          { ...taskOf('late', ['first'], []), runAfter: ['second'] },
        ],
      },
    },
    {
      ...TEKTON,
      kind: 'PipelineRun',
      metadata: named('line'),
      spec: {
        serviceAccountName: 'robot',
        pipelineRef: { name: 'line' },
        resources: [{ name: 'app', resourceSpec: resource('git', url) }],
        workspaces: [{ name: 'artifacts', persistentVolumeClaim: { claimName: 'line' } }],
      },
    },
  ];
}

/** Returns a task of the line, whose Task has the same name. */
function taskOf(name: string, from: readonly string[], outputs: readonly 'outputs'[]): object {
  const binding = { name: 'code', resource: 'app' };
  const input = { ...binding, ...(from.length > 0 && { from }) };
  return {
    name,
    taskRef: { name },
    resources: { inputs: [input], ...Object.fromEntries(outputs.map((field) => [field, [binding]])) },
  };
}

function step(script: string): object {
  return { steps: [{ name: 'step', image: BUSYBOX_IMAGE, args: [script] }] };
}

function named(name: string): object {
  return { name, namespace: NAMESPACE };
}

function resource(type: string, url: string): object {
  return { type, params: [{ name: 'url', value: url }] };
}
