import { expect } from 'chai';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { startInjectors, type Injectors } from '../../cluster/injectors/injectors.ts';
import { VARIANTS, type Variant } from '../../cluster/injectors/variants.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { startBlobServer, type BlobServer } from '../../cluster/sources/blob-server.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { installController, type InstalledController } from '../installed-controller.ts';
import { ended, podEnded, type PodStatus } from '../running-pod.ts';

/** The ways to run beside proxies. */
const BACKENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  taskrun: { BACKEND: 'tekton' },
  containers: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
  auto: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'auto' },
  init: { BACKEND: 'native' },
};

/** A proxy that init containers need, and that starts after them. */
const FAILING = { backend: 'init', proxy: 'stubborn-network-gate' };

/** Beside which proxy. */
const PROXIES = [...(Object.keys(VARIANTS) as readonly Variant[]), 'none'] as const;

type Proxy = (typeof PROXIES)[number];

/** What came of a Build: of its pod, once that was over. */
interface Outcome {
  readonly build: BuildStatus;
  readonly pod: PodStatus;
}

describe('from source to image beside injected proxies, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let installed: InstalledController;
  let injectors: Injectors;
  let source: BlobServer;
  let builder: string;
  const digests = new Map<string, string>();

  before(async function () {
    // The first run builds what the cluster, the images and their base are made of.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    installed = await installController(cluster, {});
    injectors = await startInjectors(cluster, { proxy: BUSYBOX_IMAGE, init: BUSYBOX_IMAGE });
    const pushed = await pushRunningUniverse(cluster.registry);
    builder = publishedBuilder(universeDocuments(pushed), 'good', '0.9');
    const app = zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]);
    source = await startBlobServer(app, { host: BRIDGE_ADDRESS });
  });
  after(async () => {
    await source?.stop();
    await injectors?.stop();
    await installed?.remove();
  });

  for (const [backend, settings] of Object.entries(BACKENDS)) {
    describe(`as ${backend}`, () => {
      const outcomes = new Map<Proxy, Promise<Outcome>>();

      before(async () => {
        await installed.configure(settings);
        // All at once: most of the time goes by with waiting.
        for (const proxy of PROXIES) {
          const outcome = run(proxy, `injected-${backend}-${proxy}`);
          // It is the test's to fail.
          outcome.catch(() => undefined);
          outcomes.set(proxy, outcome);
        }
      });

      for (const proxy of PROXIES) {
        const fails = backend === FAILING.backend && proxy === FAILING.proxy;
        it(`${proxy}: ${fails ? 'says which setting helps' : 'succeeds, and nothing of it goes on running'}`, async () => {
          const { build, pod } = (await outcomes.get(proxy)) ?? {};
          if (build === undefined || pod === undefined) throw new Error('there is no such Build');
          const condition = conditionOf(build);
          if (fails) {
            expect(condition).to.include({ status: 'False', reason: 'InjectedSidecarInInitLayout' });
            expect(condition.message).to.include('SUPPORT_INJECTED_SIDECARS');
            return;
          }
          expect(condition, JSON.stringify(build)).to.include({ status: 'True', reason: 'Completed' });
          const containers = [...(pod.initContainerStatuses ?? []), ...(pod.containerStatuses ?? [])];
          expect(containers.filter(({ state }) => state.terminated === undefined)).to.deep.equal([]);
          const proxies = containers.filter(({ name }) => name.endsWith('-proxy'));
          expect(proxies).to.have.length(isBeside(proxy, backend) ? 1 : 0);
          digests.set(`${backend} ${proxy}`, build.latestImage?.replace(/^.*@/, '') ?? '');
        });
      }
    });
  }

  describe('in all', () => {
    it('makes the same image beside every proxy and without one', () => {
      expect(digests.size).to.equal(Object.keys(BACKENDS).length * PROXIES.length - 1);
      expect(new Set(digests.values()).size, JSON.stringify([...digests])).to.equal(1);
    });
  });

  async function run(proxy: Proxy, namespace: string): Promise<Outcome> {
    if (proxy === 'none') await createNamespace(cluster, namespace);
    else await injectors.createNamespace(proxy, namespace);
    const build = await runBuild(cluster.client, buildIn(namespace), { seconds: 240 });
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: build.podName ?? '', namespace } };
    return { build, pod: await ended<PodStatus>(cluster.client, pod, podEnded) };
  }

  function buildIn(namespace: string): KubernetesObject {
    return {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: 'beside', namespace },
      spec: {
        tags: [`${cluster.registry.address}/injected/${namespace}`],
        builder: { image: builder },
        source: { blob: { url: `${source.url}/app.zip` } },
      },
    };
  }
});

/** Pods of init containers do not want them; the stubborn come all the same. */
function isBeside(proxy: Proxy, backend: string): boolean {
  return backend === 'init' ? proxy.startsWith('stubborn') : proxy !== 'none';
}

async function createNamespace({ client }: NodeCluster, name: string): Promise<void> {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
}
