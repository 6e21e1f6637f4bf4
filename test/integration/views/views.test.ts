import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { awaitCommand, buildCommand, ROOT, type Outcome } from '../../support/command.ts';
import { namespaceUser, type NamespaceUser } from '../actions/namespace-user.ts';
import { kpackCluster, kpackPath } from '../crds/kpack-cluster.ts';
import { kubectlOutput } from '../crds/kubectl.ts';

const NAMESPACE = 'views';
const COMMIT = 'b'.repeat(40);

const FAILURE = {
  reason: 'NothingDetected',
  phase: 'detect',
  exitCode: 20,
  actor: 'user',
  message: 'Error:  Container detect terminated with error',
  advice: "Check the source's sub path.",
  log: ['\u001b[31mno group\u001b[0m'],
};

/** The time of each change in the tests, before the objects are created: durations and ages are then 0s. */
const PAST = '2020-01-01T00:00:00Z';

describe('taskpack list, taskpack status and kubectl get with an API server', () => {
  let cluster: Cluster;
  let user: NamespaceUser;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    user = await namespaceUser(cluster, NAMESPACE, 'developer', [
      { apiGroups: ['kpack.io'], resources: ['images', 'builds', 'builders'], verbs: ['get', 'list', 'watch'] },
    ]);
    await createImage();
    await createBuild('shop-build-1', '1', 'CONFIG', {
      conditions: [{ type: 'Succeeded', status: 'False', reason: 'Failed', lastTransitionTime: PAST }],
      backend: 'native',
      phase: 'detect',
      failure: FAILURE,
    });
  });
  after(() => user?.remove());

  it('work with the rights of a user of one namespace', async () => {
    expect(await taskpack('list')).to.deep.equal({
      status: 0,
      stdout:
        'NAME   STATE   REASON   BUILD   CAUSE   TOOK   AGE\nshop   Failed   NothingDetected   1   CONFIG   0s   Ns\n',
      stderr: '',
    });
    expect(await taskpack('list', 'builds', '-o', 'wide', '-l', 'image.kpack.io/image=shop')).to.deep.equal({
      status: 0,
      stdout: `NAME   STATE   REASON   CAUSE   TOOK   AGE   BACKEND   SOURCE   IMAGE
shop-build-1   Failed   NothingDetected   CONFIG   0s   Ns   native   bbbbbbb   registry.example/shop
`,
      stderr: '',
    });
    const { status, stdout, stderr } = await taskpack('status', 'build/shop-build-1');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    expect(stdout).to.include('State   Failed (NothingDetected)');
    expect(stdout).to.include('\nLast lines of detect\n  no group\n');
    expect((await taskpack('status', 'shop', '-o', 'json')).stdout).to.include('"kind": "ImageView"');
  });

  it('name what the user may not list, and how to check it', async () => {
    expect(await taskpack('list', 'builds', '-A')).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: `error: list builds.kpack.io: ${denial('builds')} (check it with: kubectl auth can-i list builds.kpack.io -A; use -n NAMESPACE to list one namespace)\n`,
    });
    expect(await taskpack('list', 'builders')).to.deep.equal({
      status: 0,
      stdout: '',
      stderr: `warning: list clusterbuilders.kpack.io: ${denial('clusterbuilders')} (check it with: kubectl auth can-i list clusterbuilders.kpack.io)\n`,
    });
    expect((await taskpack('status', 'nothing')).stderr).to.include(
      'error: images.kpack.io, builds.kpack.io, builders.kpack.io or clusterbuilders.kpack.io "nothing" not found in namespace views\nerror: get clusterbuilders.kpack.io nothing: ',
    );
  });

  it('print a row for each change of a watched list, until the reader stops', async () => {
    const watch = spawn(
      process.execPath,
      [path.join(ROOT, 'dist/bundle/taskpack.cjs'), 'list', 'builds', '-w', '--kubeconfig', user.kubeconfig],
      { env: { PATH: process.env['PATH'] } },
    );
    let printed = '';
    watch.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const printedLine = async (line: RegExp) =>
      until(`a line ${line.source}`, async () => (line.test(printed) ? true : undefined));
    await printedLine(/^shop-build-1 +Failed/m);
    const build = await createBuild('watched', '7', 'COMMIT');
    await printedLine(/^watched +Waiting/m);
    const running = [{ type: 'Succeeded', status: 'Unknown', lastTransitionTime: PAST }];
    await writeStatus(build, { conditions: running, steps: [{ name: 'prepare', startedAt: PAST }] });
    await printedLine(/^watched +Running +prepare +COMMIT/m);
    await cluster.client.send('DELETE', kpackPath(build));
    await printedLine(/^watched +Deleted/m);
    const ended = once(watch, 'exit');
    watch.kill();
    await ended;
    expect(printed.match(/^shop-build-1 /gm)).to.have.length(1);
    expect(printed.match(/^watched /gm)).to.have.length(3);
  });

  it('print the heads of a watched list above its first row, and watch kinds that had no object', async () => {
    const args = ['list', 'builders', '-w', '-n', 'views-empty', '--kubeconfig', cluster.kubeconfig];
    const watch = spawn(process.execPath, [path.join(ROOT, 'dist/bundle/taskpack.cjs'), ...args], {
      env: { PATH: process.env['PATH'] },
    });
    let [printed, errors] = ['', ''];
    watch.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    watch.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    try {
      await until('an empty list', async () => (errors.includes('No resources found') ? true : undefined));
      const builder = await cluster.client.create(someClusterBuilder('appears'));
      await until('a row', async () => (printed.includes('appears') ? true : undefined));
      await cluster.client.send('DELETE', kpackPath(builder));
    } finally {
      const ended = once(watch, 'exit');
      watch.kill();
      await ended;
    }
    const [heads, row] = printed.split('\n');
    expect(heads).to.match(/^NAME +STATE +REASON +STACK +LIFECYCLE +BUILDPACKS +AGE$/);
    expect(row).to.match(/^clusterbuilder\/appears +Waiting +- +jammy/);
  });

  it('end a watched list whose reader is gone', async () => {
    const watch = spawn(
      process.execPath,
      [path.join(ROOT, 'dist/bundle/taskpack.cjs'), 'list', 'builds', '-w', '--kubeconfig', user.kubeconfig],
      { env: { PATH: process.env['PATH'] } },
    );
    watch.stdout.destroy();
    expect(await once(watch, 'exit')).to.deep.equal([0, null]);
  });

  it('show the reason, the phase and the age of a Build with kubectl, behind the columns of kpack', async () => {
    expect(await kubectlBuilds()).to.equal(`NAME   IMAGE   SUCCEEDED   REASON   FAILURE   PHASE   AGE
shop-build-1   False   Failed   NothingDetected   detect   Ns
`);
    expect(await kubectlBuilds('-o', 'wide')).to.match(
      /^shop-build-1 +False +Failed +NothingDetected +detect +CONFIG +native +Ns$/m,
    );
  });

  async function taskpack(...args: readonly string[]): Promise<Outcome> {
    const { stdout, ...rest } = await awaitCommand([...args, '--kubeconfig', user.kubeconfig]);
    return { ...rest, stdout: ageless(stdout) };
  }

  async function kubectlBuilds(...args: readonly string[]): Promise<string> {
    return ageless(await kubectlOutput(cluster, ['get', 'builds', '-n', NAMESPACE, ...args]));
  }

  async function createImage(): Promise<void> {
    const image = await cluster.client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Image',
      metadata: { name: 'shop', namespace: NAMESPACE },
      spec: {
        tag: 'registry.example/shop',
        builder: { kind: 'ClusterBuilder', name: 'base' },
        source: { git: { url: 'https://git.example/shop.git', revision: 'main' } },
      },
    } as KubernetesObject);
    await writeStatus(image, {
      observedGeneration: 1,
      conditions: [{ type: 'Ready', status: 'False', reason: 'BuildFailed', lastTransitionTime: PAST }],
    });
  }

  async function createBuild(name: string, number: string, reason: string, status?: object): Promise<KubernetesObject> {
    const build = await cluster.client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: {
        name,
        namespace: NAMESPACE,
        labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': number },
        annotations: { 'image.kpack.io/reason': reason },
      },
      spec: {
        tags: ['registry.example/shop'],
        builder: { image: 'registry.example/builder' },
        source: { git: { url: 'https://git.example/shop.git', revision: COMMIT } },
      },
    } as KubernetesObject);
    if (status !== undefined) await writeStatus(build, status);
    return build;
  }

  async function writeStatus(object: KubernetesObject, status: object): Promise<void> {
    await cluster.client.send('PATCH', `${kpackPath(object)}/status`, { status }, 'application/merge-patch+json');
  }
});

/** Returns the API server's refusal of a list in all namespaces. */
function denial(resource: string): string {
  return `the API server denies the request (403 Forbidden ${resource}.kpack.io is forbidden: User "system:serviceaccount:views:developer" cannot list resource "${resource}" in API group "kpack.io" at the cluster scope); grant the account a role that allows it`;
}

/** Replaces ages, which depend on the speed of the tests, and the spaces between columns. */
function ageless(text: string): string {
  return text.replaceAll(/(?<= )\d+s(?=$| +native)/gm, 'Ns').replaceAll(/ {3,}/g, '   ');
}

function someClusterBuilder(name: string): KubernetesObject & { readonly spec: object } {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterBuilder',
    metadata: { name },
    spec: {
      tag: 'registry.example/builder',
      serviceAccountRef: { namespace: NAMESPACE, name: 'default' },
      stack: { kind: 'ClusterStack', name: 'jammy' },
      store: { kind: 'ClusterStore', name: 'default' },
      order: [{ group: [{ id: 'example/java' }] }],
    },
  };
}
