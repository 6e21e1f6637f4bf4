import { expect } from 'chai';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { ended, endOf, podEnded, stopByDeadline, type PodStatus } from '../running-pod.ts';
import { createWorkload } from './build-run.ts';
import { recordsOf } from './phase-record.ts';
import { printed, publish, type StandIn } from './stand-in-build.ts';
import { standInCluster } from './stand-in-cluster.ts';
import { PHASES, standInSteps, type StandInPrograms } from './stand-in-images.ts';

/** The exit code and reason of a container that cannot be started. */
const START_ERROR = { exitCode: 128, reason: 'StartError' };

describe('the delivery of the waiter on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let programs: StandInPrograms;

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    ({ cluster, programs } = await standInCluster());
  });

  it('with an init container waits until a missing image is pushed', async () => {
    const { pod, publishMissing } = await createWithoutSteps('late-init', { waiterDelivery: 'init' });
    await ended<PodStatus>(cluster.client, pod, (status) => waits(status, 'pre-start'), { seconds: 60 });
    await publishMissing();
    // The kubelet pulls again after 10 s, then after 20 s.
    const { phase } = await ended<PodStatus>(cluster.client, pod, podEnded, { seconds: 120 });
    expect(phase).to.equal('Succeeded');
    expect((await recordsOf(cluster.client, pod)).map(({ end }) => end?.exitCode)).to.deep.equal(PHASES.map(() => 0));
  });

  it('with a hook does not wait for a missing image: no phase runs and the Pod shows the error', async () => {
    const { pod } = await createWithoutSteps('late-hook', { waiterDelivery: 'hook' });
    const others = PHASES.slice(1, -1);
    const status = await ended<PodStatus>(
      cluster.client,
      pod,
      (now) => waits(now, 'prepare') && others.every((phase) => endOf(now, phase) !== undefined),
    );
    for (const phase of others) expect(endOf(status, phase)).to.include(START_ERROR);
    await nothingBegan(pod);
    await stopByDeadline(cluster.client, pod);
  });

  it('with a hook that fails runs no phase and shows the error in the Pod', async () => {
    // The waiter of prepare works, and waits for a copy that never arrives.
    const waiter = 'case $1 in init) exit 1;; *) exec waiter "$@";; esac';
    const standIn = await publish(cluster.registry, programs, { waiter });
    const pod = await create('failing-hook', standIn, { waiterDelivery: 'hook' });
    const status = await ended<PodStatus>(cluster.client, pod, podEnded);
    expect(status.phase).to.equal('Failed');
    expect(endOf(status, 'prepare')?.exitCode).to.equal(143);
    for (const phase of PHASES.slice(1)) expect(endOf(status, phase)).to.include(START_ERROR);
    await nothingBegan(pod);
  });

  it('with a hook is in time for a prepare that ends at once', async () => {
    const standIn = await publish(cluster.registry, programs, {});
    const names = Array.from({ length: 5 }, (_, index) => `at-once-${index}`);
    const pods = await Promise.all(names.map((name) => create(name, standIn, { waiterDelivery: 'hook' })));
    const statuses = await Promise.all(pods.map((pod) => ended<PodStatus>(cluster.client, pod, podEnded)));
    expect(statuses.map(({ phase }) => phase)).to.deep.equal(names.map(() => 'Succeeded'));
  });

  function create(
    name: string,
    standIn: StandIn,
    options: Pick<TranslateOptions, 'waiterDelivery'>,
  ): Promise<KubernetesObject> {
    const layout = { to: 'pod', layout: 'containers', injectedSidecars: 'none' } as const;
    return createWorkload(cluster.client, printed(name, 'default', standIn, { ...layout, ...options }));
  }

  /** Creates a Build whose steps image is in no registry until the test pushes the image. */
  async function createWithoutSteps(
    name: string,
    options: Pick<TranslateOptions, 'waiterDelivery'>,
  ): Promise<{ readonly pod: KubernetesObject; readonly publishMissing: () => Promise<unknown> }> {
    const { url, address } = cluster.registry;
    const { builder } = await publish(cluster.registry, programs);
    const standIn = { builder, steps: `${address}/${name}:late` };
    return {
      pod: await create(name, standIn, options),
      publishMissing: () => pushImage(standInSteps(programs), { url, repository: name }, 'late'),
    };
  }

  async function nothingBegan(pod: KubernetesObject): Promise<void> {
    const records = await recordsOf(cluster.client, pod);
    expect(records.filter(({ begins }) => begins !== undefined)).to.deep.equal([]);
  }
});

/** True if the kubelet cannot pull a container's image. */
function waits({ initContainerStatuses = [], containerStatuses = [] }: PodStatus, name: string): boolean {
  const container = [...initContainerStatuses, ...containerStatuses].find((status) => status.name === name);
  return /^(?:ErrImagePull|ImagePullBackOff)$/.test(container?.state.waiting?.reason ?? '');
}
