import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInjectors, type Injectors } from '../cluster/injectors/injectors.ts';
import type { Variant } from '../cluster/injectors/variants.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { matrix } from '../support/matrix.ts';
import {
  createPod,
  endOf,
  ended,
  lastWords,
  podEnded,
  shellPod,
  stopByDeadline,
  type Command,
  type PodStatus,
} from './running-pod.ts';

/** The known effect of a mesh on a Pod whose container does its work and ends. */
interface Behaviour {
  readonly proxy: string;
  /** True if the work begins before the proxy is ready. */
  readonly beginsEarly: boolean;
  /** True if the proxy ends after the work, so that the Pod ends. */
  readonly ends: boolean;
  /** True if no container, not even an init container, reaches the network before the proxy is ready. */
  readonly isShut?: boolean;
}

const BEHAVIOURS: Readonly<Record<Variant, Behaviour>> = {
  'istio-classic': { proxy: 'istio-proxy', beginsEarly: true, ends: false },
  'istio-classic-holding-back': { proxy: 'istio-proxy', beginsEarly: false, ends: false },
  'istio-classic-without-cni': { proxy: 'istio-proxy', beginsEarly: true, ends: false },
  'istio-native': { proxy: 'istio-proxy', beginsEarly: false, ends: true },
  'linkerd-classic': { proxy: 'linkerd-proxy', beginsEarly: false, ends: false },
  'linkerd-native': { proxy: 'linkerd-proxy', beginsEarly: false, ends: true },
  holding: { proxy: 'istio-proxy', beginsEarly: true, ends: false },
  stubborn: { proxy: 'istio-proxy', beginsEarly: true, ends: false },
  'network-gate': { proxy: 'gate-proxy', beginsEarly: true, ends: false, isShut: true },
  'stubborn-network-gate': { proxy: 'gate-proxy', beginsEarly: true, ends: false, isShut: true },
};

/** The tested variants. Without the whole matrix, one variant for each behaviour. */
const TESTED = matrix(entriesOf(BEHAVIOURS), [
  ['istio-classic', BEHAVIOURS['istio-classic']],
  ['istio-classic-holding-back', BEHAVIOURS['istio-classic-holding-back']],
  ['linkerd-native', BEHAVIOURS['linkerd-native']],
  ['stubborn-network-gate', BEHAVIOURS['stubborn-network-gate']],
]);

/** Milliseconds. A proxy that still runs after this time does not end by itself. */
const A_WHILE = 3000;

describe('an injected proxy on the node', function () {
  this.timeout(120_000);
  let cluster: NodeCluster;
  let injectors: Injectors;
  const statuses = new Map<string, Promise<readonly [atRest: PodStatus, atEnd: PodStatus]>>();

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    injectors = await startInjectors(cluster, { proxy: BUSYBOX_IMAGE, init: BUSYBOX_IMAGE });
    // The Pods run at the same time, because each spends most of its time waiting.
    for (const [variant, behaviour] of TESTED) {
      const status = lifeOfPod(variant, behaviour);
      // The test below reports the rejection.
      status.catch(() => undefined);
      statuses.set(variant, status);
    }
  });

  after(() => injectors.stop());

  for (const [variant, { proxy, beginsEarly, ends, isShut = false }] of TESTED) {
    it(`${variant} ${beginsEarly ? 'does not hold back' : 'holds back'} the work and ${ends ? 'ends' : 'keeps running'} after it`, async () => {
      const [atRest, atEnd] = (await statuses.get(variant)) ?? [];
      if (atRest === undefined || atEnd === undefined) throw new Error('there is no such pod');
      expect(atRest.phase).to.equal(ends ? 'Succeeded' : 'Running');
      expect(endOf(atRest, proxy)?.exitCode).to.equal(ends ? 0 : undefined);
      expect([atEnd.phase, atEnd.reason]).to.deep.equal(
        ends ? ['Succeeded', undefined] : ['Failed', 'DeadlineExceeded'],
      );
      // The proxy handles SIGTERM and exits with 0.
      expect(endOf(atEnd, proxy)).to.include({ exitCode: 0, reason: 'Completed' });
      const [first = ''] = lastWords(atEnd, 'work')?.split(' ') ?? [];
      expect([first, lastWords(atEnd, 'early')]).to.deep.equal(isShut ? ['shut', 'shut\n'] : ['open', 'open\n']);
      expect(await beginsEarlyOnce(variant, beginsEarly, atEnd), 'begins early').to.equal(beginsEarly);
    });
  }

  /**
   * True if the work began early. If that is expected, tries up to three more Pods, because a busy machine can start
   * the work late.
   */
  async function beginsEarlyOnce(variant: Variant, isExpected: boolean, first: PodStatus): Promise<boolean> {
    if (isEarly(variant, first)) return true;
    if (!isExpected) return false;
    for (let again = 1; again <= 3; again += 1) {
      const [, atEnd] = await lifeOfPod(variant, BEHAVIOURS[variant], `-${again}`);
      if (isEarly(variant, atEnd)) return true;
    }
    return false;
  }

  /** Returns the Pod's status some time after its work has ended, and its status at the end. Both can be the same. */
  async function lifeOfPod(
    variant: Variant,
    { ends }: Behaviour,
    suffix = '',
  ): Promise<readonly [PodStatus, PodStatus]> {
    const { client } = cluster;
    const namespace = `proxies-${variant}${suffix}`;
    await injectors.createNamespace(variant, namespace);
    const pod = optingOut(variant, workingPod(namespace, client.address.server));
    await createPod(client, pod);
    await ended<PodStatus>(client, pod, (status) => endOf(status, 'work') !== undefined);
    if (ends) {
      const atEnd = await ended<PodStatus>(client, pod, podEnded);
      return [atEnd, atEnd];
    }
    await sleep(A_WHILE);
    const atRest = await ended<PodStatus>(client, pod, () => true);
    await stopByDeadline(client, pod);
    return [atRest, await ended<PodStatus>(client, pod, podEnded)];
  }
});

/**
 * Returns a Pod that calls the API server until a call succeeds. `work` records whether the first call succeeded and
 * when it began.
 */
function workingPod(namespace: string, server: string): KubernetesObject {
  const { hostname, port } = new URL(server);
  const call = `nc -w 1 ${hostname} ${port} </dev/null 2>/dev/null`;
  const report = `${call} && s=open || s=shut`;
  const early: Command = ['early', `${report}; echo $s > /dev/termination-log`];
  const work: Command = [
    'work',
    `read up idle </proc/uptime; ${report}; until ${call}; do sleep 0.1; done; echo $s $up > /dev/termination-log`,
  ];
  const pod = shellPod('working', { init: [early], main: [work] }, { namespace });
  // The containers end by SIGTERM within the grace period, so the kubelet kills none.
  return { ...pod, spec: { ...(pod['spec'] as object), terminationGracePeriodSeconds: 30 } };
}

/** Adds the label that opts out. Injectors of the stubborn variants ignore the label. */
function optingOut(variant: Variant, pod: KubernetesObject): KubernetesObject {
  const labels = variant.startsWith('stubborn') ? { 'sidecar.istio.io/inject': 'false' } : {};
  return { ...pod, metadata: { ...pod.metadata, labels } };
}

/** True if the work began before the proxy was ready. */
function isEarly(variant: Variant, atEnd: PodStatus): boolean {
  const [, began = 0] = lastWords(atEnd, 'work')?.split(' ') ?? [];
  return Number(began) < uptimeIn(lastWords(atEnd, BEHAVIOURS[variant].proxy));
}

/** Parses the first number of /proc/uptime, in seconds. */
function uptimeIn(words = ''): number {
  return Number.parseFloat(words);
}

function entriesOf(behaviours: typeof BEHAVIOURS): readonly (readonly [Variant, Behaviour])[] {
  return Object.entries(behaviours) as unknown as readonly (readonly [Variant, Behaviour])[];
}
