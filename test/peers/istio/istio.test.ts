import { expect } from 'chai';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { admittedPod } from '../../cluster/injectors/admitted-pod.ts';
import { ISTIO_MODES, startIstio, type Istio, type IstioMode } from '../../cluster/istio/start-istio.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { startBlobServer, type BlobServer } from '../../cluster/sources/blob-server.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { publishedBuilder } from '../../e2e/builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../../e2e/controller/controlled-build.ts';
import { installController, type InstalledController } from '../../e2e/installed-controller.ts';
import { ended, podEnded, type PodStatus } from '../../e2e/running-pod.ts';
import { restrictedNamespace } from '../../integration/cluster/apply.ts';
import { setNativeSidecars } from '../../integration/injectors/native-sidecars.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { BACKENDS, podOf, proxiesIn, proxyLog, runningIn, type Backend } from './meshed-build.ts';

interface Outcome {
  readonly build: BuildStatus;
  readonly pod: PodStatus;
}

describe("from source to image beside Istio's own proxy, on the node", function () {
  this.timeout(600_000);
  let cluster: NodeCluster;
  let installed: InstalledController;
  let istio: Istio;
  let source: BlobServer;
  let missing: BlobServer;
  let builder: string;
  const digests = new Map<string, string>();

  before(async function () {
    // The first run builds the programs of the cluster and of Istio.
    this.timeout(3_600_000);
    cluster = await oneNodeCluster();
    installed = await installController(cluster, {});
    istio = await startIstio(cluster);
    builder = publishedBuilder(universeDocuments(await pushRunningUniverse(cluster.registry)), 'good', '0.9');
    const app = zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]);
    source = await startBlobServer(app, { host: BRIDGE_ADDRESS });
    missing = await startBlobServer(app, { host: BRIDGE_ADDRESS, status: 404 });
  });
  after(async () => {
    await missing?.stop();
    await source?.stop();
    await istio?.stop();
    await installed?.remove();
  });

  for (const mode of ISTIO_MODES) {
    describe(`with a ${mode} proxy`, () => {
      before(async () => {
        await istio.inject(mode);
        for (const place of [...Object.keys(BACKENDS), 'restricted'])
          await istio.createNamespace(namespaceOf(mode, place));
      });

      for (const backend of Object.keys(BACKENDS) as Backend[]) {
        it(`${backend}: the Build succeeds through the proxy, and no container keeps running`, async () => {
          await installed.configure(BACKENDS[backend]);
          const isMeshed = backend !== 'init';
          const build = buildIn(namespaceOf(mode, backend), 'meshed');
          const [outcome, log] = await Promise.all([run(build), isMeshed ? proxyLog(cluster, podOf(build)) : '']);
          expectSuccess(`${mode} ${backend}`, outcome);
          expect(runningIn(outcome.pod)).to.deep.equal([]);
          expect(proxiesIn(outcome.pod)).to.have.length(isMeshed ? 1 : 0);
          // Envoy's name for the way to servers outside the mesh: the registry and the server of the source.
          if (isMeshed) expect(log).to.include('PassthroughCluster');
        });
      }

      it('containers: a Build that opts out has no proxy', async () => {
        await installed.configure(BACKENDS.containers);
        const build = buildIn(namespaceOf(mode, 'containers'), 'opted-out');
        const metadata = { ...build.metadata, labels: { 'sidecar.istio.io/inject': 'false' } };
        const outcome = await run({ ...build, metadata });
        expectSuccess(`${mode} opted out`, outcome);
        expect(proxiesIn(outcome.pod)).to.deep.equal([]);
      });

      it('containers: a failure is reported before the proxy has stopped', async () => {
        const build = buildIn(namespaceOf(mode, 'containers'), 'failing', missing);
        const status = await runBuild(cluster.client, build, { seconds: 240 });
        const { status: pod } = ((await cluster.client.get(podOf(build))) ?? {}) as { readonly status?: PodStatus };
        expect(status.failure).to.include({ reason: 'SourceNotFound', phase: 'prepare' });
        expect(pod && runningIn(pod)).to.deep.equal(['istio-proxy']);
      });

      it('containers: Pod Security denies istio-init, and the failure names the CNI plugin', async () => {
        const namespace = namespaceOf(mode, 'restricted');
        const labels = { 'istio-injection': 'enabled', ...restrictedNamespace(namespace).metadata.labels };
        await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
        await until('the level', async () => {
          const denial = await admittedPod(cluster.client, namespace).catch((error: unknown) => String(error));
          return typeof denial === 'string' ? denial : undefined;
        });
        const { failure } = await runBuild(cluster.client, buildIn(namespace, 'denied'), { seconds: 240 });
        expect(failure).to.include({ reason: 'PodSecurityViolated' });
        const { message = '', advice = '' } = failure ?? {};
        expect(message).to.include('container "istio-init" must not include "NET_ADMIN", "NET_RAW"');
        expect(advice).to.include('istio-cni');
      });
    });
  }

  describe('with a classic proxy and enable-kubernetes-sidecar, with which Tekton stops no proxy', () => {
    before(async () => {
      await istio.inject('classic');
      await istio.createNamespace('istio-unstopped');
      await setNativeSidecars(cluster, true);
    });
    after(() => setNativeSidecars(cluster, false));

    for (const dummy of ['auto', 'always']) {
      it(`taskrun: the Build succeeds and its Pod ends if DUMMY_SIDECAR is ${dummy}`, async () => {
        await installed.configure({ ...BACKENDS.taskrun, DUMMY_SIDECAR: dummy });
        const { build, pod } = await run(buildIn('istio-unstopped', `dummy-${dummy}`));
        expect(conditionOf(build), JSON.stringify(build)).to.include({ status: 'True', reason: 'Completed' });
        expect(runningIn(pod)).to.deep.equal([]);
        expect(pod).to.include({ phase: 'Failed', reason: 'DeadlineExceeded' });
      });
    }
  });

  describe('all backends', () => {
    it('make the same image beside every proxy', () => {
      expect(digests.size).to.equal(ISTIO_MODES.length * (Object.keys(BACKENDS).length + 1));
      expect(new Set(digests.values()).size, JSON.stringify([...digests])).to.equal(1);
    });
  });

  function expectSuccess(name: string, { build }: Outcome): void {
    expect(conditionOf(build), JSON.stringify(build)).to.include({ status: 'True', reason: 'Completed' });
    digests.set(name, build.latestImage?.replace(/^.*@/, '') ?? '');
  }

  async function run(build: KubernetesObject): Promise<Outcome> {
    const status = await runBuild(cluster.client, build, { seconds: 240 });
    return { build: status, pod: await ended<PodStatus>(cluster.client, podOf(build), podEnded) };
  }

  function buildIn(namespace: string, name: string, server = source): KubernetesObject {
    return {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name, namespace },
      spec: {
        tags: [`${cluster.registry.address}/istio/${namespace}-${name}`],
        builder: { image: builder },
        source: { blob: { url: `${server.url}/app.zip` } },
      },
    };
  }
});

function namespaceOf(mode: IstioMode, backend: string): string {
  return `istio-${mode}-${backend}`;
}
