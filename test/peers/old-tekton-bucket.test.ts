import { expect } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import { buildCommand, runCommand } from '../support/command.ts';
import { pushOwnImages } from '../support/own-images.ts';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { type BucketServer, startBucketServer } from '../cluster/sources/bucket-server.ts';
import { makeRepositories, type Repositories } from '../cluster/sources/git-repository.ts';
import { type GitServer, startGitServer } from '../cluster/sources/git-server.ts';
import { finishedRun } from '../e2e/tekton-run.ts';
import { kubectlApply } from '../integration/cluster/apply.ts';
import { parseYaml } from '../../src/core/yaml/parse-yaml.ts';

const NAMESPACE = 'old-tekton-bucket';

describe('a Pipeline from before tekton.dev/v1 with a bucket, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let bucket: BucketServer;
  let git: GitServer;
  let repositories: Repositories;
  let steps: string;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    buildCommand();
    steps = (await pushOwnImages(cluster.registry)).STEPS_IMAGE;
    bucket = await startBucketServer(BRIDGE_ADDRESS);
    for (const name of ['artifacts', 'reports']) await bucket.createBucket(name);
    repositories = makeRepositories();
    repositories.commit('app', { text: 'some words' });
    git = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
  });
  after(async () => {
    await git?.stop();
    repositories?.remove();
    await bucket?.stop();
  });

  it('hands files on through the bucket, uploads and downloads storage, and shows no step the keys', async () => {
    const items = [...line(bucket.url, `${git.url}/app.git`), FACTS];
    const { status, stdout, stderr } = runCommand(['translate', '-f', '-', '--offline', '--steps-image', steps], {
      stdin: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    });
    expect([status, stderr]).to.deep.equal([0, '']);
    const objects = parseYaml(stdout, 'stdout').documents.map(({ value }) => value as KubernetesObject);
    expect(JSON.stringify(objects)).not.to.include('volumeClaimTemplate');
    for (const object of [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }, account(), secret()])
      await cluster.client.put(object);
    await kubectlApply(cluster, objects);
    const run = objects.find(({ kind }) => kind === 'PipelineRun');
    if (run === undefined) throw new Error('no PipelineRun is printed');
    await finishedRun(cluster, run);
    expect(await bucket.objects('reports')).to.deep.equal({ 'of/app/below/report': 'words\n' });
    const handedOn = Object.keys(await bucket.objects('artifacts')).map((name) =>
      name.replace(/line-[-0-9a-f]{36}/, 'RUN'),
    );
    const folder = `runs/${NAMESPACE}/RUN`;
    expect(handedOn).to.have.members([`${folder}/first/code.tar.gz`, `${folder}/second/code.tar.gz`]);
  });
});

function account(): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: NAMESPACE } };
}

function secret(): KubernetesObject {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = { type: 'service_account', client_email: 'robot@example.com', private_key: privateKey };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: named('robot'),
    stringData: { 'key.json': JSON.stringify(key) },
  };
}

const FACTS = {
  apiVersion: 'taskpack.dev/v1alpha1',
  kind: 'ImageFacts',
  image: BUSYBOX_IMAGE,
  entrypoint: ['/bin/sh', '-c'],
};

const TEKTON = { apiVersion: 'tekton.dev/v1alpha1' };
const CODE = { name: 'code', type: 'git' };
const REPORTS = { name: 'reports', type: 'storage' };

/** Keys are files of other containers, and no variables. */
const NO_KEYS = 'test ! -e /var/bucket-credentials && test ! -e /var/artifact-credentials && ! env | grep GOOGLE';

/** Returns a line of tasks that change the source and report on it. The last task reads the uploaded report. */
function line(server: string, url: string): readonly object[] {
  const stepTemplate = { env: [{ name: 'GCS_ENDPOINT', value: server }] };
  const task = (name: string, inputs: readonly object[], outputs: readonly object[], script: string): object => ({
    ...TEKTON,
    kind: 'Task',
    metadata: named(name),
    spec: {
      inputs: { resources: inputs },
      outputs: { resources: outputs },
      stepTemplate,
      steps: [{ name: 'step', image: BUSYBOX_IMAGE, args: [`${NO_KEYS} && ${script}`] }],
    },
  });
  const report = 'mkdir output/reports/below && echo words > output/reports/below/report';
  return [
    configuration(),
    task('first', [CODE], [CODE], 'grep words code/text && echo one > code/more && ln -s more code/link'),
    task('second', [CODE], [CODE, REPORTS], `grep one code/link && echo two > code/more && ${report}`),
    task('third', [CODE, REPORTS], [], 'grep two code/link && test -d code/.git && grep words reports/below/report'),
    { ...TEKTON, kind: 'Pipeline', metadata: named('line'), spec: pipeline() },
    { ...TEKTON, kind: 'PipelineRun', metadata: named('line'), spec: pipelineRun(url) },
  ];
}

function configuration(): object {
  const secretOfBucket = {
    'bucket.service.account.secret.name': 'robot',
    'bucket.service.account.secret.key': 'key.json',
  };
  const metadata = { name: 'config-artifact-bucket', namespace: 'tekton-pipelines' };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: { location: 'gs://artifacts/runs', ...secretOfBucket },
  };
}

function pipeline(): object {
  const code = { name: 'code', resource: 'app' };
  const reports = { name: 'reports', resource: 'reports' };
  return {
    resources: [
      { name: 'app', type: 'git' },
      { name: 'reports', type: 'storage' },
    ],
    tasks: [
      taskOf('first', [code], [code]),
      taskOf('second', [{ ...code, from: ['first'] }], [code, reports]),
      taskOf('third', [{ ...code, from: ['second'] }, reports], []),
    ],
  };
}

function taskOf(name: string, inputs: readonly object[], outputs: readonly object[]): object {
  return { name, taskRef: { name }, resources: { inputs, outputs } };
}

function pipelineRun(url: string): object {
  const key = { fieldName: 'GOOGLE_APPLICATION_CREDENTIALS', secretName: 'robot', secretKey: 'key.json' };
  const params = Object.entries({ type: 'gcs', location: 'gs://reports/of/app', dir: 'y' }).map(([name, value]) => ({
    name,
    value,
  }));
  return {
    pipelineRef: { name: 'line' },
    resources: [
      { name: 'app', resourceSpec: { type: 'git', params: [{ name: 'url', value: url }] } },
      { name: 'reports', resourceSpec: { type: 'storage', params, secrets: [key] } },
    ],
  };
}

function named(name: string): { readonly name: string; readonly namespace: string } {
  return { name, namespace: NAMESPACE };
}
