import { expect } from 'chai';
import { startInjectors, type Injectors } from '../../cluster/injectors/injectors.ts';
import type { Variant } from '../../cluster/injectors/variants.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { matrix } from '../../support/matrix.ts';
import { ended, endOf, lastWords, podEnded, type PodStatus } from '../running-pod.ts';
import { createWorkload } from './build-run.ts';
import { recordsOf, type PhaseRecord } from './phase-record.ts';
import { printed, publish } from './stand-in-build.ts';
import { standInCluster } from './stand-in-cluster.ts';
import { PHASES, type Scripts } from './stand-in-images.ts';

/** The stand-ins whose proxy answers if it is ready, and ends on request. */
const PROXIES: Partial<Readonly<Record<Variant, string>>> = {
  'istio-classic': 'istio-proxy',
  'istio-classic-holding-back': 'istio-proxy',
  'istio-native': 'istio-proxy',
  'linkerd-classic': 'linkerd-proxy',
  'linkerd-native': 'linkerd-proxy',
  holding: 'istio-proxy',
  stubborn: 'istio-proxy',
};

const TESTED = matrix<Variant>(Object.keys(PROXIES) as readonly Variant[], [
  'holding',
  'linkerd-classic',
  'istio-native',
]);

const WITHOUT_PROXY = 'self-driving-alone';

interface Life {
  readonly pod: PodStatus;
  readonly records: readonly PhaseRecord[];
}

describe('a self-driving Pod, on the node without a controller', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let injectors: Injectors;
  let live: (namespace: string, scripts: Scripts) => Promise<Life>;

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    const { programs } = await standInCluster();
    cluster = await oneNodeCluster();
    const { client, registry } = cluster;
    injectors = await startInjectors(cluster, { proxy: BUSYBOX_IMAGE, init: BUSYBOX_IMAGE });
    for (const variant of TESTED) await injectors.createNamespace(variant, `self-driving-${variant}`);
    await client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: WITHOUT_PROXY } });
    live = async (namespace, scripts) => {
      const standIn = await publish(registry, programs, scripts);
      const options = {
        to: 'pod',
        layout: 'containers',
        injectedSidecars: { kind: 'self-driving', readyUrls: [], stopUrls: [] },
      } as const;
      const pod = await createWorkload(client, printed('alone', namespace, standIn, options));
      const status = await ended<PodStatus>(client, pod, podEnded);
      return { pod: status, records: await recordsOf(client, pod) };
    };
  });

  after(() => injectors.stop());

  for (const variant of TESTED) {
    const proxy = PROXIES[variant] ?? '';
    it(`${variant}: begins when the proxy is ready, and ends it: the Pod reads Succeeded`, async () => {
      const { pod, records } = await live(`self-driving-${variant}`, { prepare: 'cat /proc/uptime' });
      expect(records.map(({ end }) => end?.exitCode)).to.deep.equal(PHASES.map(() => 0));
      expect(records[0]?.uptime).to.be.greaterThan(Number.parseFloat(lastWords(pod, proxy) ?? ''));
      expect(pod).to.include({ phase: 'Succeeded' });
      expect(endOf(pod, proxy)).to.include({ exitCode: 0, reason: 'Completed' });
    });
  }

  it('ends the proxy also if a phase fails, and keeps the exit code of the phase', async () => {
    const [variant = 'holding'] = TESTED.filter((one) => one.startsWith('linkerd'));
    const namespace = 'self-driving-failing';
    await injectors.createNamespace(variant, namespace);
    const { pod, records } = await live(namespace, { detect: 'exit 52' });
    expect(pod).to.include({ phase: 'Failed' });
    expect(pod.reason).to.equal(undefined);
    expect(records.find(({ phase }) => phase === 'detect')?.end?.exitCode).to.equal(52);
    expect(records.at(-1)?.end?.exitCode).to.equal(121);
    expect(endOf(pod, PROXIES[variant] ?? '')).to.include({ exitCode: 0, reason: 'Completed' });
  });

  it('runs without a proxy, too, and waits for nothing', async () => {
    const { pod, records } = await live(WITHOUT_PROXY, {});
    expect(records.map(({ end }) => end?.exitCode)).to.deep.equal(PHASES.map(() => 0));
    expect(pod).to.include({ phase: 'Succeeded' });
  });
});
