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
import { matrix } from '../../support/matrix.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { installController, type InstalledController } from '../installed-controller.ts';
import { ended, podEnded, type PodStatus } from '../running-pod.ts';

/** The controller's settings for each backend that runs beside a proxy. */
const BACKENDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  taskrun: { BACKEND: 'tekton' },
  containers: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
  auto: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'auto' },
  init: { BACKEND: 'native' },
};

/** This proxy starts after the init containers, which need the network that the proxy opens. */
const FAILING = { backend: 'init', proxy: 'stubborn-network-gate' };

/** The proxies, and `none` for a Pod without one. */
const PROXIES = [...(Object.keys(VARIANTS) as readonly Variant[]), 'none'] as const;

type Proxy = (typeof PROXIES)[number];

/** Each backend beside a proxy that holds back the work and one that does not. Together, the rows list every proxy. */
const FEW: Readonly<Record<string, readonly Proxy[]>> = {
  taskrun: ['istio-classic-holding-back', 'network-gate', 'none'],
  containers: ['istio-classic-holding-back', 'istio-classic', 'linkerd-native'],
  auto: ['linkerd-classic', 'istio-native', 'holding'],
  init: ['stubborn', 'stubborn-network-gate'],
};

/** Returns the proxies that a backend is tested beside. */
function proxiesBeside(backend: string): readonly Proxy[] {
  return matrix(PROXIES, FEW[backend] ?? []);
}

/** The final statuses of a Build and of its Pod. */
interface Outcome {
  readonly build: BuildStatus;
  readonly pod: PodStatus;
}

// Known bug: proxy-listed-first.
describe('from source to image beside injected proxies, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let installed: InstalledController;
  let injectors: Injectors;
  let source: BlobServer;
  let builder: string;
  const digests = new Map<string, string>();

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
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
    describe(`with ${backend}`, () => {
      const outcomes = new Map<Proxy, Promise<Outcome>>();

      before(async () => {
        await installed.configure(settings);
        // The Builds run at the same time, because each spends most of its time waiting.
        for (const proxy of proxiesBeside(backend)) {
          const outcome = run(proxy, `injected-${backend}-${proxy}`);
          // The test below reports the rejection.
          outcome.catch(() => undefined);
          outcomes.set(proxy, outcome);
        }
      });

      for (const proxy of proxiesBeside(backend)) {
        const fails = backend === FAILING.backend && proxy === FAILING.proxy;
        it(`${proxy}: ${fails ? 'fails and names the setting that helps' : 'succeeds, and no container keeps running'}`, async () => {
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

  describe('all backends', () => {
    it('make the same image beside every proxy and without one', () => {
      // One Build fails and has no digest.
      expect(digests.size).to.equal(Object.keys(BACKENDS).flatMap(proxiesBeside).length - 1);
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

/**
 * True if the proxy is in the Pod. Pods with init containers opt out, and only a stubborn injector ignores the opt-out.
 */
function isBeside(proxy: Proxy, backend: string): boolean {
  return backend === 'init' ? proxy.startsWith('stubborn') : proxy !== 'none';
}

async function createNamespace({ client }: NodeCluster, name: string): Promise<void> {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
}
