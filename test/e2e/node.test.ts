import { expect } from 'chai';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { busyboxImage } from '../cluster/images/busybox-image.ts';
import { pushImage } from '../cluster/registry/push-image.ts';
import { createPod, ended, lastWords, podEnded, shellPod, type Command, type PodStatus } from './running-pod.ts';

const KINDS: readonly {
  readonly name: string;
  readonly init?: readonly Command[];
  readonly main: readonly Command[];
}[] = [
  { name: 'regular-containers', main: [leave('a'), leave('b'), wait('a', 'b')] },
  { name: 'init-containers', init: [leave('a'), leave('b')], main: [wait('a', 'b')] },
  { name: 'init-and-regular-containers', init: [leave('a')], main: [leave('b'), leave('c'), wait('a', 'b', 'c')] },
];

describe('the node', function () {
  this.timeout(90_000);
  let cluster: NodeCluster;

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
  });

  for (const { name, ...containers } of KINDS) {
    it(`runs a pod with ${name.replaceAll('-', ' ')}`, async () => {
      const pod = shellPod(name, containers);
      await createPod(cluster.client, pod);
      const status = await ended<PodStatus>(cluster.client, pod, podEnded);
      expect(status.phase).to.equal('Succeeded');
      expect(lastWords(status, 'wait')).to.equal('seen\n');
    });
  }

  it('reports the exit code of a container that fails', async () => {
    const pod = shellPod('failing', { main: [['fails', 'exit 51']] });
    await createPod(cluster.client, pod);
    const status = await ended<PodStatus>(cluster.client, pod, podEnded);
    expect(status.phase).to.equal('Failed');
    expect(status.containerStatuses?.[0]?.state.terminated?.exitCode).to.equal(51);
  });

  it('runs 20 Pods at the same time, each with its own address', async () => {
    const pods = Array.from({ length: 20 }, (_, index) => shellPod(`many-${index}`, { main: [['sleep', 'sleep 5']] }));
    await Promise.all(pods.map((pod) => createPod(cluster.client, pod)));
    const running = await Promise.all(
      pods.map((pod) => ended<PodStatus>(cluster.client, pod, ({ podIP }) => podIP !== undefined)),
    );
    expect(new Set(running.map(({ podIP }) => podIP)).size).to.equal(20);
    const statuses = await Promise.all(pods.map((pod) => ended<PodStatus>(cluster.client, pod, podEnded)));
    expect(statuses.map(({ phase }) => phase)).to.deep.equal(pods.map(() => 'Succeeded'));
  });

  it('lets Pods reach the API server', async () => {
    const { server } = cluster.client.address;
    const pod = shellPod('calling', {
      main: [
        [
          'calls',
          `nc ${new URL(server).hostname} ${new URL(server).port} </dev/null && echo reached > /dev/termination-log`,
        ],
      ],
    });
    await createPod(cluster.client, pod);
    const status = await ended<PodStatus>(cluster.client, pod, podEnded);
    expect(lastWords(status, 'calls')).to.equal('reached\n');
  });

  it("pulls from the test cluster's registry", async () => {
    const { url, address } = cluster.registry;
    const digest = await pushImage(busyboxImage(), { url, repository: 'tests/shell' }, '1');
    const pod = shellPod('pulling', { main: [['says', 'echo pulled']] }, { image: `${address}/tests/shell@${digest}` });
    await createPod(cluster.client, pod);
    expect((await ended<PodStatus>(cluster.client, pod, podEnded)).phase).to.equal('Succeeded');
  });

  it('runs a TaskRun', async () => {
    const taskRun = taskRunOf('three-steps', [
      { name: 'write', command: ['sh', '-c'], args: ['echo 1 > /workspace/file'] },
      { name: 'script', script: 'echo 2 >> /workspace/file' },
      { name: 'read', command: ['sh', '-c'], args: ['tr "\\n" , < /workspace/file > "$0"', '$(results.read.path)'] },
    ]);
    await cluster.client.create(taskRun);
    const status = await ended<TaskRunStatus>(
      cluster.client,
      taskRun,
      ({ completionTime }) => completionTime !== undefined,
    );
    expect(status.conditions).to.have.nested.property('[0].reason', 'Succeeded');
    expect(status.results).to.deep.equal([{ name: 'read', type: 'string', value: '1,2,' }]);
  });
});

interface TaskRunStatus {
  readonly completionTime?: string;
  readonly conditions: readonly { readonly reason: string }[];
  readonly results?: readonly object[];
}

function taskRunOf(name: string, steps: readonly object[]): KubernetesObject {
  const taskSpec = { results: [{ name: 'read' }], steps: steps.map((step) => ({ image: BUSYBOX_IMAGE, ...step })) };
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name, namespace: 'default' },
    spec: { taskSpec },
  };
}

/** Returns a container that creates a file with its own name. */
function leave(name: string): Command {
  return [name, `touch /trail/${name}`];
}

/** Returns a container that waits until the named containers have created their files. */
function wait(...names: readonly string[]): Command {
  const loops = names.map((name) => `until [ -e /trail/${name} ]; do sleep 0.1; done`);
  return ['wait', `${loops.join('; ')}; echo seen > /dev/termination-log`];
}
