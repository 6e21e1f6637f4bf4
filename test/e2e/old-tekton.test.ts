import { expect } from 'chai';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { createFolderVolume } from '../cluster/node/folder-claim.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { makeRepositories, type Repositories } from '../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../cluster/sources/git-server.ts';
import { kubectlApply } from '../integration/cluster/apply.ts';
import { parseYaml } from '../../src/yaml/parse-yaml.ts';
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
    const taskRun = objects.find(({ kind }) => kind === 'TaskRun');
    if (taskRun === undefined) throw new Error('no TaskRun is printed');
    return finishedRun(cluster, taskRun);
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

  it("finds the files of an earlier task on the PipelineRun's claim", async () => {
    await createFolderVolume(cluster, { name: 'line-pvc', namespace: NAMESPACE });
    const objects = translated(lineItems(`${git.url}/app.git`), /^note: \S+ metadata\.ownerReferences: .+\n$/);
    const second = objects.filter(({ metadata }) => metadata.name === 'second');
    const first = objects.filter((object) => !second.includes(object));
    expect(await run(first)).to.include({ 'code-commit': commit });
    await run(second);
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

/**
 * Returns two TaskRuns as the PipelineRun's controller created them. One changes the source, the other looks for the
 * change.
 */
function lineItems(url: string): readonly object[] {
  const resources = [{ name: 'code', type: 'git' }];
  const binding = { name: 'code', resourceSpec: resource('git', url) };
  const onClaim = { resources: [{ ...binding, paths: ['/pvc/first/code'] }] };
  const change = step('grep words code/text && echo more > code/more');
  const look = step('grep words code/text && grep more code/more && test -d code/.git');
  return [
    {
      ...TEKTON,
      kind: 'Task',
      metadata: named('change'),
      spec: { inputs: { resources }, outputs: { resources }, ...change },
    },
    { ...TEKTON, kind: 'Task', metadata: named('look-for-it'), spec: { inputs: { resources }, ...look } },
    { ...ofLine('first'), spec: { ...runOf('change'), inputs: { resources: [binding] }, outputs: onClaim } },
    { ...ofLine('second'), spec: { ...runOf('look-for-it'), inputs: onClaim } },
  ];
}

function step(script: string): object {
  return { steps: [{ name: 'step', image: BUSYBOX_IMAGE, args: [script] }] };
}

function named(name: string): object {
  return { name, namespace: NAMESPACE };
}

function runOf(name: string): object {
  return { serviceAccount: 'robot', taskRef: { name } };
}

function ofLine(name: string): object {
  const owner = { apiVersion: 'tekton.dev/v1alpha1', kind: 'PipelineRun', name: 'line', uid: 'any' };
  return { ...TEKTON, kind: 'TaskRun', metadata: { ...named(name), ownerReferences: [owner] } };
}

function resource(type: string, url: string): object {
  return { type, params: [{ name: 'url', value: url }] };
}
