import { expect } from 'chai';
import type { Failure } from '../../../src/controller/builds/failure/failure.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { ISTIO_MODES, startIstio, type Istio } from '../../cluster/istio/start-istio.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { startBlobServer, type BlobServer } from '../../cluster/sources/blob-server.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { publishedBuilder } from '../../e2e/builder/published-builder.ts';
import { conditionOf, runBuild } from '../../e2e/controller/controlled-build.ts';
import { installController, type InstalledController } from '../../e2e/installed-controller.ts';
import { ended, podEnded, type PodStatus } from '../../e2e/running-pod.ts';
import { awaitCommand } from '../../support/command.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { BACKENDS, podOf, runningIn, type Backend } from './meshed-build.ts';

/** The expected failure of each incorrect Build, one for each way in which a phase can fail. */
const FAILURES = {
  'no-source': { reason: 'SourceNotFound', phase: 'prepare', actor: 'user' },
  'no-run-image': { reason: 'RunImageNotFound', phase: 'prepare', actor: 'user' },
  'not-detected': { reason: 'NothingDetected', phase: 'detect', actor: 'user' },
  'not-built': { reason: 'BuildpackFailed', phase: 'build', actor: 'user' },
  'no-memory': { reason: 'OutOfMemory', phase: 'build', actor: 'user' },
} as const satisfies Readonly<Record<string, Pick<Failure, 'reason' | 'phase' | 'actor'>>>;

type Wrong = keyof typeof FAILURES;

const WRONG = Object.keys(FAILURES) as readonly Wrong[];

/** The parts of a failure that do not depend on the log, in which the lines of the two output streams can change places. */
type Told = Pick<Failure, 'reason' | 'phase' | 'exitCode' | 'actor' | 'advice'>;

describe("Builds that fail beside Istio's own proxy, on the node", function () {
  this.timeout(900_000);
  let cluster: NodeCluster;
  let installed: InstalledController;
  let istio: Istio;
  let source: BlobServer;
  let missing: BlobServer;
  let builders: Readonly<Record<'good' | 'build-fails' | 'exhausts', string>>;

  before(async function () {
    // The first run builds the programs of the cluster and of Istio.
    this.timeout(3_600_000);
    cluster = await oneNodeCluster();
    installed = await installController(cluster, {});
    istio = await startIstio(cluster);
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'failing-plain' } });
    const documents = universeDocuments(await pushRunningUniverse(cluster.registry));
    const builder = (name: keyof typeof builders): string => publishedBuilder(documents, name, '0.9');
    builders = { good: builder('good'), 'build-fails': builder('build-fails'), exhausts: builder('exhausts') };
    const app = zipBytes([{ name: 'app/hello.txt', content: 'world', mode: 0o100644 }]);
    source = await startBlobServer(app, { host: BRIDGE_ADDRESS });
    missing = await startBlobServer(app, { host: BRIDGE_ADDRESS, status: 404 });
  });
  after(async () => {
    await missing?.stop();
    await source?.stop();
    await istio?.stop();
    await installed?.remove();
  });

  for (const backend of Object.keys(BACKENDS) as Backend[]) {
    describe(backend, () => {
      const expected = new Map<Wrong, Told>();

      before(async () => {
        await installed.configure(BACKENDS[backend]);
        await istio.inject('classic');
        for (const [wrong, told] of await failAll('failing-plain')) expected.set(wrong, told);
      });

      it('reports each failure without a mesh', () => {
        for (const wrong of WRONG) expect(expected.get(wrong), wrong).to.include(FAILURES[wrong]);
      });

      // Pods in the init layout have no proxy, so one mode is enough.
      for (const mode of backend === 'init' ? (['classic'] as const) : ISTIO_MODES) {
        it(`reports the same reasons, phases and actions beside a ${mode} proxy`, async () => {
          await istio.inject(mode);
          await istio.createNamespace(`failing-${mode}`);
          expect(await failAll(`failing-${mode}`)).to.deep.equal(expected);
        });
      }
    });

    /** Runs all incorrect Builds at the same time. Returns what their statuses report, after all containers have ended. */
    async function failAll(namespace: string): Promise<ReadonlyMap<Wrong, Told>> {
      return new Map(
        await Promise.all(WRONG.map(async (wrong) => [wrong, await fail(buildIn(namespace, wrong, backend))] as const)),
      );
    }
  }

  describe('beside a proxy that does not become ready', () => {
    for (const mode of ['classic', 'native'] as const) {
      for (const backend of ['taskrun', 'containers'] as const) {
        it(`${backend}: reports SidecarNotReady with the last lines of the ${mode} proxy, and a followed log ends no earlier`, async () => {
          const namespace = `unready-${mode}-${backend}`;
          await installed.configure({ ...BACKENDS[backend], SIDECAR_READY_DEADLINE: '15' });
          await istio.inject(mode);
          await istio.createNamespace(namespace);
          await cluster.client.put(proxyWithoutCertificates(namespace));
          const build = buildIn(namespace, 'no-source', backend);
          const running = runBuild(cluster.client, build, { seconds: 300 });
          const args = ['logs', '--follow', '--namespace', namespace, `build/${build.metadata.name}`];
          const followed = until('the Build', async () => {
            const outcome = await awaitCommand(args, { env: { KUBECONFIG: cluster.kubeconfig } });
            return outcome.stderr.includes('not found') ? undefined : outcome;
          });
          const { failure } = await running;
          expect(failure).to.include({ reason: 'SidecarNotReady', container: 'istio-proxy' });
          // Tekton deletes the Pod of a cancelled TaskRun, and the log of the proxy with it.
          expect((failure as Failure).log?.join('\n')).to.match(/connection refused|failed|not ready/i);
          const { status, stderr } = await followed;
          expect(status, stderr).to.equal(1);
          expect(stderr).to.include('istio-proxy');
        });
      }
    }
  });

  async function fail(build: KubernetesObject): Promise<Told> {
    const status = await runBuild(cluster.client, build, { seconds: 300 });
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'False' });
    const pod = await ended<PodStatus>(cluster.client, podOf(build), podEnded);
    expect(runningIn(pod), build.metadata.name).to.deep.equal([]);
    const { reason, phase, exitCode, actor, advice } = status.failure as Told;
    return { reason, phase, exitCode, actor, advice } as Told;
  }

  function buildIn(namespace: string, wrong: Wrong, backend: Backend): KubernetesObject {
    return {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: `${wrong}-${backend}`, namespace },
      spec: {
        tags: [`${cluster.registry.address}/failing/${wrong}`],
        builder: { image: builders.good },
        source: { blob: { url: `${source.url}/app.zip` }, subPath: 'app' },
        ...specOf(wrong),
      },
    };
  }

  function specOf(wrong: Wrong): object {
    switch (wrong) {
      case 'no-source':
        return { source: { blob: { url: `${missing.url}/app.zip` } } };
      case 'no-run-image':
        return { runImage: { image: `${cluster.registry.address}/no/run-image` } };
      case 'not-detected':
        return { source: { blob: { url: `${source.url}/app.zip` } } };
      case 'not-built':
        return { builder: { image: builders['build-fails'] } };
      case 'no-memory':
        return { builder: { image: builders.exhausts }, resources: { limits: { memory: '256Mi' } } };
    }
  }
});

/** Lets the proxies of a namespace ask a port for their certificates on which no server listens. */
function proxyWithoutCertificates(namespace: string): KubernetesObject {
  return {
    apiVersion: 'networking.istio.io/v1beta1',
    kind: 'ProxyConfig',
    metadata: { name: 'unready', namespace },
    spec: { environmentVariables: { CA_ADDR: `${BRIDGE_ADDRESS}:9` } },
  };
}
