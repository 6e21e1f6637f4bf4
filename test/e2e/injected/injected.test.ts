import { expect } from 'chai';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { startInjectors, type Injectors } from '../../cluster/injectors/injectors.ts';
import { VARIANTS, type Variant } from '../../cluster/injectors/variants.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { startBlobServer, type BlobServer } from '../../cluster/sources/blob-server.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { buildCommand } from '../../support/command.ts';
import { matrix } from '../../support/matrix.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { startNamespaceController } from '../namespace-controller.ts';
import { ended, podEnded, type ContainerStatus, type PodStatus } from '../running-pod.ts';

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

/** More Builds at once take longer, because each of them starts eight containers and a controller. */
const AT_ONCE = 5;

/** The final statuses of a Build and of its Pod. */
interface Outcome {
  readonly build: BuildStatus;
  readonly pod: PodStatus;
}

// Known bug: proxy-listed-first.
describe('from source to image beside injected proxies, on the node', function () {
  this.timeout(300_000);
  let cluster: NodeCluster;
  let injectors: Injectors;
  let source: BlobServer;
  let builder: string;
  const digests = new Map<string, string>();

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    buildCommand();
    await installCrds(cluster);
    injectors = await startInjectors(cluster, { proxy: BUSYBOX_IMAGE, init: BUSYBOX_IMAGE });
    const pushed = await pushRunningUniverse(cluster.registry);
    builder = publishedBuilder(universeDocuments(pushed), 'good', '0.9');
    const app = zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]);
    source = await startBlobServer(app, { host: BRIDGE_ADDRESS });
  });
  after(async () => {
    await source?.stop();
    await injectors?.stop();
  });

  groupsSideBySide(Object.fromEntries(Object.keys(BACKENDS).map((backend) => [`with ${backend}`, testsOf(backend)])), {
    atOnce: AT_ONCE,
  });

  describe('all backends', () => {
    it('make the same image beside every proxy and without one', () => {
      // One Build fails and has no digest.
      expect(digests.size).to.equal(Object.keys(BACKENDS).flatMap(proxiesBeside).length - 1);
      expect(new Set(digests.values()).size, JSON.stringify([...digests])).to.equal(1);
    });
  });

  function testsOf(backend: string): Readonly<Record<string, () => Promise<void>>> {
    const tests = proxiesBeside(backend).map((proxy) =>
      backend === FAILING.backend && proxy === FAILING.proxy
        ? ([`${proxy}: fails and names the setting that helps`, () => expectFailure(backend, proxy)] as const)
        : ([`${proxy}: succeeds, and no container keeps running`, () => expectSuccess(backend, proxy)] as const),
    );
    return Object.fromEntries(tests);
  }

  async function expectFailure(backend: string, proxy: Proxy): Promise<void> {
    const condition = conditionOf((await run(backend, proxy, podEnded)).build);
    expect(condition).to.include({ status: 'False', reason: 'InjectedSidecarInInitLayout' });
    expect(condition.message).to.include('SUPPORT_INJECTED_SIDECARS');
  }

  async function expectSuccess(backend: string, proxy: Proxy): Promise<void> {
    const { build, pod } = await run(backend, proxy, hasEnded);
    expect(conditionOf(build), JSON.stringify(build)).to.include({ status: 'True', reason: 'Completed' });
    const proxies = containersOf(pod).filter(({ name }) => name.endsWith('-proxy'));
    expect(proxies).to.have.length(isBeside(proxy, backend) ? 1 : 0);
    digests.set(`${backend} ${proxy}`, build.latestImage?.replace(/^.*@/, '') ?? '');
  }

  /** Runs a Build in a namespace of its own, which has a proxy and a controller, until its Pod has ended. */
  async function run(backend: string, proxy: Proxy, isOver: (pod: PodStatus) => boolean): Promise<Outcome> {
    const namespace = `injected-${backend}-${proxy}`;
    if (proxy === 'none') await createNamespace(cluster, namespace);
    else await injectors.createNamespace(proxy, namespace);
    const controller = await startNamespaceController(cluster, namespace, BACKENDS[backend] ?? {});
    try {
      const build = await runBuild(cluster.client, buildIn(namespace), { seconds: 240 });
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: build.podName ?? '', namespace } };
      return { build, pod: await ended<PodStatus>(cluster.client, pod, isOver) };
    } finally {
      await controller.stop();
    }
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

/** True if all containers have ended. The kubelet shows a Pod whose deadline has passed as failed, a moment before its containers end. */
function hasEnded(pod: PodStatus): boolean {
  return podEnded(pod) && containersOf(pod).every(({ state }) => state.terminated !== undefined);
}

function containersOf({ initContainerStatuses = [], containerStatuses = [] }: PodStatus): readonly ContainerStatus[] {
  return [...initContainerStatuses, ...containerStatuses];
}

async function createNamespace({ client }: NodeCluster, name: string): Promise<void> {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await client.put({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } });
}
