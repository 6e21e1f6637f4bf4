import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Variant } from '../../cluster/injectors/variants.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { setNativeSidecars } from './native-sidecars.ts';
import { startMeshNamespaces, type MeshNamespaces } from './mesh-namespaces.ts';
import { tektonRun, type TektonRun } from './tekton-run.ts';

const WITH_DUMMY = 'kpack-sample-build';
const WITHOUT_DUMMY = 'option-no-dummy-sidecar';

/** Long enough for Tekton's immediate actions. */
const A_WHILE = 1500;

describe('start and stop of Tekton 1.15 with injected proxies', () => {
  let cluster: Cluster;
  let namespaces: MeshNamespaces;

  const run = (golden: string, variant: Variant): Promise<TektonRun> =>
    tektonRun(cluster, golden, namespaces.of(variant));

  before(async function () {
    this.timeout(1_800_000);
    cluster = await sharedCluster();
  });

  describe('with default settings', () => {
    before(async () => (namespaces = await startMeshNamespaces(cluster, 'stopping', [])));
    after(() => namespaces.stop());

    for (const [variant, proxy] of [
      ['istio-classic', 'istio-proxy'],
      ['linkerd-classic', 'linkerd-proxy'],
    ] as const) {
      for (const golden of [WITH_DUMMY, WITHOUT_DUMMY]) {
        it(`${variant}: ${golden} succeeds, and Tekton replaces the proxy's image with nop`, async () => {
          const pod = await run(golden, variant);
          await pod.start();
          await pod.endSteps();
          await succeeded(pod);
          const foreign = golden === WITH_DUMMY ? [proxy, 'sidecar-dummy'] : [proxy];
          expect(await exchanged(pod, foreign.length)).to.have.members(foreign);
          expect(await pod.phase()).to.equal('Succeeded');
        });
      }
    }

    it('istio-native: the Pod of a TaskRun without a dummy sidecar ends by itself', async () => {
      const pod = await run(WITHOUT_DUMMY, 'istio-native');
      await pod.start();
      await pod.endSteps();
      expect(await pod.phase()).to.equal('Succeeded');
      await succeeded(pod);
      expect(await pod.stopExchanged()).to.deep.equal([]);
    });

    it("istio-native: Tekton replaces only the dummy's image, and the Pod runs as long as the dummy", async () => {
      const pod = await run(WITH_DUMMY, 'istio-native');
      await pod.start();
      await pod.endSteps();
      expect(await pod.phase()).to.equal('Running');
      await succeeded(pod);
      expect(await exchanged(pod, 1)).to.deep.equal(['sidecar-dummy']);
      expect(await pod.phase()).to.equal('Succeeded');
    });

    for (const golden of [WITH_DUMMY, WITHOUT_DUMMY]) {
      it(`holding: the first step of ${golden} waits for the proxy`, async () => {
        const pod = await run(golden, 'holding');
        await pod.start(['istio-proxy']);
        await sleep(A_WHILE);
        expect(await pod.isLetGo()).to.equal(false);
        await pod.becomeReady('istio-proxy');
        await until('leave for the first step', async () => (await pod.isLetGo()) || undefined);
      });
    }
  });

  describe('with enable-kubernetes-sidecar, and without the controller, which stops such Pods', () => {
    before(async () => {
      namespaces = await startMeshNamespaces(cluster, 'stopping-native', []);
      await setNativeSidecars(cluster, true);
    });

    after(async () => {
      await setNativeSidecars(cluster, false);
      await namespaces.stop();
    });

    it('istio-classic: a TaskRun with a dummy sidecar never ends', async () => {
      const pod = await run(WITH_DUMMY, 'istio-classic');
      expect(await pod.initContainers()).to.deep.equal(['prepare', 'sidecar-dummy', 'istio-init']);
      await pod.start();
      await pod.endSteps();
      await sleep(A_WHILE);
      expect([await pod.outcome(), await pod.stopExchanged(), await pod.phase()]).to.deep.equal([
        'Unknown',
        [],
        'Running',
      ]);
    });

    it('istio-classic: a TaskRun without a dummy sidecar succeeds, and its Pod keeps running', async () => {
      const pod = await run(WITHOUT_DUMMY, 'istio-classic');
      await pod.start();
      await pod.endSteps();
      await succeeded(pod);
      await sleep(A_WHILE);
      expect([await pod.stopExchanged(), await pod.phase()]).to.deep.equal([[], 'Running']);
    });

    for (const golden of [WITH_DUMMY, WITHOUT_DUMMY]) {
      it(`istio-native: ${golden} and its Pod end`, async () => {
        const pod = await run(golden, 'istio-native');
        await pod.start();
        await pod.endSteps();
        expect(await pod.phase()).to.equal('Succeeded');
        await succeeded(pod);
      });
    }
  });
});

async function succeeded(pod: TektonRun): Promise<void> {
  const outcome = await until('the end of the TaskRun', async () => {
    const now = await pod.outcome();
    return now === 'Unknown' ? undefined : now;
  });
  expect(outcome).to.equal('True');
}

/** Returns the containers whose image Tekton replaced with nop, once there are that many. */
async function exchanged(pod: TektonRun, count: number): Promise<readonly string[]> {
  const names: string[] = [];
  return until('nop in place of sidecars', async () => {
    names.push(...(await pod.stopExchanged()));
    return names.length >= count ? names : undefined;
  });
}
