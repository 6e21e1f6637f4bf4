import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../cluster/cluster.ts';
import { kubeletStandIn } from '../../cluster/kubelet-stand-in.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { awaitCommand, buildCommand, ROOT, type Outcome } from '../../support/command.ts';
import { namespaceUser } from '../actions/namespace-user.ts';
import { kpackCluster, kpackPath } from '../crds/kpack-cluster.ts';
import { startLogNode, type LogNode } from './log-node.ts';

const NAMESPACE = 'build-logs';
const TIME = '2026-01-01T00:00:00Z';

describe('taskpack logs with an API server', () => {
  let cluster: Cluster;
  let node: LogNode;

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
    node = await startLogNode(cluster, 'log-node');
  });
  after(async () => node?.stop());

  it('follows a Build from phase to phase although its Pod is created late and its streams break', async () => {
    const build = await createBuild('late');
    const followed = logs('late', '--follow');
    const pod = await createPod('late', ['prepare', 'analyze', 'completion']);
    const kubelet = kubeletStandIn(cluster.client, pod);
    node.breakStreams(4, 150);
    await kubelet.start();
    for (const phase of ['prepare', 'analyze', 'completion']) {
      const log = node.log(pod.metadata.name, phase);
      for (let part = 0; part < 10; part += 1) log.write(`${phase} ${part}: süß`, `${phase} ${part}: süß`);
      log.end();
      await kubelet.terminate(phase);
    }
    await writeStatus(build, 'True');
    const { stdout, stderr, status } = await followed;
    expect(stdout.trimEnd().split('\n')).to.deep.equal(
      ['prepare', 'analyze', 'completion'].flatMap((phase) => [
        `===> ${phase.toUpperCase()}`,
        ...Array.from({ length: 20 }, (_, index) => `${phase} ${Math.floor(index / 2)}: süß`),
      ]),
    );
    expect({ stderr, status }).to.deep.equal({ stderr: '', status: 0 });
  });

  it("exits with the Build's result, and masks the values of Secrets of its account and its volumes", async () => {
    await cluster.client.put(secret('of-account', { username: 'somebody', password: 'hunter22' }));
    await cluster.client.put(secret('of-nobody', { password: 'visible-password' }));
    await cluster.client.put({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'builder', namespace: NAMESPACE },
      secrets: [{ name: 'of-account' }, { name: 'missing' }],
    } as KubernetesObject);
    await cluster.client.put(secret('of-a-volume', { password: 'hunter33' }));
    const build = await createBuild('failing', 'builder');
    const pod = await createPod('failing', ['prepare', 'detect', 'completion'], ['of-a-volume', 'missing']);
    const kubelet = kubeletStandIn(cluster.client, pod);
    await kubelet.start();
    node.log(pod.metadata.name, 'prepare').write('somebody logs in with hunter22 or hunter33, not visible-password');
    node.log(pod.metadata.name, 'detect').write('no group');
    node.log(pod.metadata.name, 'completion').write('never');
    for (const phase of ['prepare', 'detect', 'completion']) {
      node.log(pod.metadata.name, phase).end();
      await kubelet.terminate(phase, phase === 'prepare' ? 0 : 20);
    }
    await writeStatus(build, 'False', 'no buildpack group passed detection');
    const expected = '===> PREPARE\nsomebody logs in with *** or ***, not visible-password\n===> DETECT\nno group\n';
    expect(await logs('failing', '-f')).to.deep.equal({
      status: 1,
      stdout: expected,
      stderr: 'error: Build failing failed: no buildpack group passed detection\n',
    });
    expect(await logs('failing')).to.deep.equal({ status: 0, stdout: expected, stderr: '' });
  });

  for (const [status, message, code] of [
    ['True', '', 0],
    ['False', 'the TaskRun was cancelled', 1],
  ] as const) {
    it(`waits for the end of a Build whose phases have succeeded, and exits with ${code} if it ends with ${status}`, async () => {
      const name = `held-${code}`;
      const build = await createBuild(name);
      const pod = await createPod(name, ['prepare', 'completion']);
      const kubelet = kubeletStandIn(cluster.client, pod);
      await kubelet.start();
      for (const phase of ['prepare', 'completion']) {
        node.log(pod.metadata.name, phase).end();
        await kubelet.terminate(phase);
      }
      await writeStatus(build, 'Unknown');
      const followed = logs(name, '-f');
      expect(await Promise.race([followed, sleep(12_000, 'it waits')])).to.equal('it waits');
      await writeStatus(build, status, message);
      const { status: exitCode, stderr } = await followed;
      expect(exitCode).to.equal(code);
      expect(stderr).to.include('waits for the result').and.include(message);
    });
  }

  it('reports a missing Build or a missing Pod', async () => {
    expect(await logs('none')).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: `error: builds.kpack.io or images.kpack.io "none" not found in namespace ${NAMESPACE}\n`,
    });
    const build = await createBuild('waiting');
    expect((await logs('waiting')).stderr).to.equal(
      `error: Build waiting has no Pod yet. Add --follow to wait for it, or see what it waits for: taskpack status build/waiting -n ${NAMESPACE}\n`,
    );
    const followed = logs('waiting', '-f');
    await writeStatus(build, 'False', 'the builder is not ready');
    expect(await followed).to.deep.equal({
      status: 1,
      stdout: '',
      stderr: 'error: Build waiting failed: the builder is not ready\n',
    });
  });

  it("ends if the Pod is deleted, and prints the Build's message", async () => {
    const build = await createBuild('cancelled');
    const pod = await createPod('cancelled', ['prepare', 'completion']);
    await kubeletStandIn(cluster.client, pod).start();
    const log = node.log(pod.metadata.name, 'prepare');
    log.write('it begins');
    const followed = logs('cancelled', '-f');
    const streams = node.streams();
    await until('the log to be followed', async () => (node.streams() > streams ? true : undefined));
    await deletePod(pod);
    log.end();
    await writeStatus(build, 'False', 'the Build was cancelled');
    expect(await followed).to.deep.equal({
      status: 1,
      stdout: '===> PREPARE\nit begins\n',
      stderr: 'error: Build cancelled failed: the Build was cancelled\n',
    });
  });

  it("prints no other Pod's log after the Build's own Pod was deleted", async () => {
    const build = await createBuild('deleted');
    const own = await createPod('deleted', ['prepare']);
    const other = await createPod('deleted', ['prepare'], [], 'copy');
    await Promise.all([own, other].map((pod) => kubeletStandIn(cluster.client, pod).start()));
    node.log(own.metadata.name, 'prepare').write('its own');
    node.log(other.metadata.name, 'prepare').write('of another Pod');
    [own, other].forEach(({ metadata }) => node.log(metadata.name, 'prepare').end());
    await writeStatus(build, 'True', '', { podName: own.metadata.name });
    expect(await logs('deleted')).to.deep.equal({ status: 0, stdout: '===> PREPARE\nits own\n', stderr: '' });
    await deletePod(own);
    const message = 'Build deleted has finished and its Pod was deleted, so its log no longer exists';
    const gone = { status: 1, stdout: '', stderr: `error: ${message}\n` };
    expect(await logs('deleted')).to.deep.equal(gone);
    expect(await logs('deleted', '--follow')).to.deep.equal(gone);
  });

  it('reports what it waits for and what the status has kept, with the rights of a user of the namespace', async () => {
    const user = await namespaceUser(cluster, NAMESPACE, 'developer', [
      { apiGroups: ['kpack.io'], resources: ['images', 'builds'], verbs: ['get', 'list', 'watch'] },
      { apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get', 'list', 'watch'] },
    ]);
    try {
      const build = await createBuild('unschedulable');
      const pod = await createPod('unschedulable', ['prepare', 'completion']);
      const scheduled = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes fit' };
      const podPath = `/api/v1/namespaces/${NAMESPACE}/pods/${pod.metadata.name}`;
      const status = { conditions: [scheduled] };
      await cluster.client.send('PATCH', `${podPath}/status`, { status }, 'application/strategic-merge-patch+json');
      const args = ['logs', 'unschedulable', '-f', '--kubeconfig', user.kubeconfig];
      const followed = awaitCommand(args);
      await sleep(8000);
      await cluster.client.send('DELETE', `${podPath}?gracePeriodSeconds=0`);
      const steps = [{ name: 'prepare', startedAt: TIME, finishedAt: TIME, exitCode: 1 }];
      const failure = { reason: 'FetchFailed', phase: 'prepare', exitCode: 1, message: 'no host', log: ['no host'] };
      await writeStatus(build, 'False', 'no host', { podName: pod.metadata.name, steps, failure });
      const summary = 'Build unschedulable Failed (FetchFailed) after 0s\n  prepare   0s   failed, exit code 1\n';
      const error = 'error: Build unschedulable failed: no host\n';
      expect(await followed).to.deep.equal({
        status: 1,
        stdout: '',
        stderr: `note: Build unschedulable waits for a node: Unschedulable: 0/1 nodes fit\n\n${summary}${error}`,
      });
      expect(await awaitCommand(args.filter((arg) => arg !== '-f'))).to.deep.equal({
        status: 1,
        stdout: '===> PREPARE\nno host\n',
        stderr: `warning: the Pod of Build unschedulable was deleted: these are the last lines of prepare, from the status\n${error}`,
      });
    } finally {
      user.remove();
    }
  });

  it('waits for the first Build of an Image, and follows it', async () => {
    const source = { git: { url: 'https://git.example.com/app', revision: 'main' } };
    await cluster.client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Image',
      metadata: { name: 'fresh', namespace: NAMESPACE },
      spec: { tag: 'registry.example/fresh', builder: { kind: 'ClusterBuilder', name: 'base' }, source },
    } as never);
    const command = join(ROOT, 'dist/bundle/taskpack.cjs');
    const args = [command, 'logs', 'image/fresh', '--follow', '-n', NAMESPACE, '--kubeconfig', cluster.kubeconfig];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const followed = Promise.all([text(child.stdout), once(child, 'close')]);
    // The command says what it waits for after five seconds.
    await until('a note', async () => (stderr.includes('\n') ? true : undefined), { seconds: 90 });
    const labels = { 'image.kpack.io/image': 'fresh', 'image.kpack.io/buildNumber': '1' };
    const build = await createBuild('fresh-build-1', 'default', labels);
    const pod = await createPod('fresh-build-1', ['prepare']);
    const kubelet = kubeletStandIn(cluster.client, pod);
    await kubelet.start();
    node.log(pod.metadata.name, 'prepare').write('fetched');
    node.log(pod.metadata.name, 'prepare').end();
    await kubelet.terminate('prepare');
    await writeStatus(build, 'True');
    const [stdout] = await followed;
    expect({ stdout, status: child.exitCode }).to.deep.equal({ stdout: '===> PREPARE\nfetched\n', status: 0 });
    expect(stderr.split('\n')[0]).to.match(/^note: Image fresh waits /);
  });

  function logs(name: string, ...options: readonly string[]): Promise<Outcome> {
    return awaitCommand(['logs', name, '-n', NAMESPACE, '--kubeconfig', cluster.kubeconfig, ...options]);
  }

  async function createBuild(
    name: string,
    serviceAccountName = 'default',
    labels: Readonly<Record<string, string>> = {},
  ): Promise<KubernetesObject> {
    const spec = {
      tags: ['registry.example/app'],
      serviceAccountName,
      builder: { image: 'registry.example/builder' },
      source: { blob: { url: 'https://example.com/source.zip' } },
    };
    const metadata = { name, namespace: NAMESPACE, labels };
    return cluster.client.create({ apiVersion: 'kpack.io/v1alpha2', kind: 'Build', metadata, spec });
  }

  async function deletePod({ metadata }: KubernetesObject): Promise<void> {
    const path = `/api/v1/namespaces/${NAMESPACE}/pods/${metadata.name}?gracePeriodSeconds=0`;
    await cluster.client.send('DELETE', path);
  }

  async function writeStatus(build: KubernetesObject, status: string, message = '', more: object = {}): Promise<void> {
    const conditions = [{ type: 'Succeeded', status, message, lastTransitionTime: TIME }];
    const path = `${kpackPath(build)}/status`;
    await cluster.client.send('PATCH', path, { status: { conditions, ...more } }, 'application/merge-patch+json');
  }

  /** Creates a Build's Pod on the node, whose phases are regular containers. */
  async function createPod(
    build: string,
    phases: readonly string[],
    secrets: readonly string[] = [],
    suffix = 'build-pod',
  ): Promise<KubernetesObject> {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `${build}-${suffix}`, namespace: NAMESPACE, labels: { 'kpack.io/build': build } },
      spec: {
        nodeName: node.name,
        restartPolicy: 'Never',
        volumes: secrets.map((secretName) => ({ name: secretName, secret: { secretName, optional: true } })),
        containers: phases.map((name) => ({ name, image: 'registry.example/image' })),
      },
    };
    // The namespace's ServiceAccount is created shortly after the namespace.
    await until(`pod ${pod.metadata.name} to be admitted`, () => cluster.client.create(pod));
    return pod;
  }
});

function secret(name: string, stringData: Readonly<Record<string, string>>): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: NAMESPACE }, stringData };
}
