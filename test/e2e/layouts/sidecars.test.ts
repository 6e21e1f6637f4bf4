import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInjectors, type Injectors } from '../../cluster/injectors/injectors.ts';
import type { Variant } from '../../cluster/injectors/variants.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { matrix } from '../../support/matrix.ts';
import { ended, endOf, lastWords, podEnded, stopByDeadline, type PodStatus } from '../running-pod.ts';
import { containerEnded, createWorkload, openGate } from './build-run.ts';
import { recordsOf, type PhaseRecord } from './phase-record.ts';
import { printed, publish, type StandIn } from './stand-in-build.ts';
import { standInCluster } from './stand-in-cluster.ts';
import { PHASES } from './stand-in-images.ts';

/** The proxy of each variant. A native sidecar ends by itself; any other proxy ends at the Pod's deadline. */
const PROXIES: Readonly<Record<Variant, { readonly proxy: string; readonly isNative: boolean }>> = {
  'istio-classic': { proxy: 'istio-proxy', isNative: false },
  'istio-classic-holding-back': { proxy: 'istio-proxy', isNative: false },
  'istio-classic-without-cni': { proxy: 'istio-proxy', isNative: false },
  'istio-native': { proxy: 'istio-proxy', isNative: true },
  'linkerd-classic': { proxy: 'linkerd-proxy', isNative: false },
  'linkerd-native': { proxy: 'linkerd-proxy', isNative: true },
  holding: { proxy: 'istio-proxy', isNative: false },
  stubborn: { proxy: 'istio-proxy', isNative: false },
  'network-gate': { proxy: 'gate-proxy', isNative: false },
  'stubborn-network-gate': { proxy: 'gate-proxy', isNative: false },
};

/** The tested variants. Without the whole matrix, one for each way to inject. */
const TESTED = matrix<Variant>(Object.keys(PROXIES) as readonly Variant[], [
  'istio-classic',
  'istio-native',
  'linkerd-native',
  'network-gate',
]);

/** Milliseconds. A proxy that still runs after this time does not end by itself. */
const A_WHILE = 2000;

/** The final status and the phase records of a Build beside a proxy. */
interface Life {
  readonly atEnd: PodStatus;
  readonly records: readonly PhaseRecord[];
}

// Known bug: native-sidecar-stopped.
describe('the containers layout beside an injected proxy, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let injectors: Injectors;
  const lives = new Map<string, Promise<Life>>();

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    const { programs } = await standInCluster();
    cluster = await oneNodeCluster();
    injectors = await startInjectors(cluster, { proxy: BUSYBOX_IMAGE, init: BUSYBOX_IMAGE });
    const { hostname, port } = new URL(cluster.client.address.server);
    // The first phase needs the network at once. The uptime is comparable with the proxy's, because both use the same
    // clock.
    const prepare = `cat /proc/uptime; nc -w 1 ${hostname} ${port} </dev/null || exit 77`;
    const standIn = await publish(cluster.registry, programs, { prepare });
    for (const variant of TESTED) {
      const life = live(variant, standIn);
      // The test below reports the rejection.
      life.catch(() => undefined);
      lives.set(variant, life);
    }
  });

  after(() => injectors.stop());

  for (const variant of TESTED) {
    const { proxy, isNative } = PROXIES[variant];
    it(`${variant}: begins when the proxy is ready, reports, and ends ${isNative ? 'with the proxy' : 'at the deadline'}`, async () => {
      const life = await lives.get(variant);
      if (life === undefined) throw new Error('there is no such Build');
      const { atEnd, records } = life;
      expect(records.map(({ end }) => end?.exitCode)).to.deep.equal(PHASES.map(() => 0));
      expect(records.at(-1)?.end?.message).to.equal('reported\n');
      expect(records[0]?.uptime).to.be.greaterThan(Number.parseFloat(lastWords(atEnd, proxy) ?? ''));
      expect([atEnd.phase, atEnd.reason]).to.deep.equal(
        isNative ? ['Succeeded', undefined] : ['Failed', 'DeadlineExceeded'],
      );
      expect(endOf(atEnd, proxy)).to.include({ exitCode: 0, reason: 'Completed' });
    });
  }

  /** Acts on a Build's Pod as the controller does. */
  async function live(variant: Variant, standIn: StandIn): Promise<Life> {
    const { client } = cluster;
    const namespace = `layouts-${variant}`;
    await injectors.createNamespace(variant, namespace);
    const options = { to: 'pod', layout: 'containers', injectedSidecars: 'expected' } as const;
    const pod = await createWorkload(client, printed('beside', namespace, standIn, options));
    const { proxy, isNative } = PROXIES[variant];
    await ended<PodStatus>(client, pod, (status) => isReady(status, proxy), { seconds: 120 });
    await openGate(client, pod);
    await containerEnded(client, pod, 'completion');
    if (!isNative) {
      await sleep(A_WHILE);
      const atRest = await ended<PodStatus>(client, pod, () => true);
      expect(atRest.phase, 'a while after completion').to.equal('Running');
      await stopByDeadline(client, pod);
    }
    const atEnd = await ended<PodStatus>(client, pod, podEnded);
    return { atEnd, records: await recordsOf(client, pod) };
  }
});

function isReady(status: PodStatus, name: string): boolean {
  const { initContainerStatuses = [], containerStatuses = [] } = status;
  return [...initContainerStatuses, ...containerStatuses].some(
    (container) => container.name === name && container.ready,
  );
}
