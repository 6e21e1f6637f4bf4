import { expect } from 'chai';
import { MESH_ADVICE } from '../../../src/core/model/error-code.ts';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { startIstio, type Istio } from '../../cluster/istio/start-istio.ts';
import { startStrictServers, type StrictServers } from '../../cluster/istio/strict-servers.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { publishedBuilder } from '../../e2e/builder/published-builder.ts';
import { conditionOf, runBuild, type BuildStatus } from '../../e2e/controller/controlled-build.ts';
import { installController, type InstalledController } from '../../e2e/installed-controller.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { BACKENDS, podOf, proxyLog } from './meshed-build.ts';

/** The backends whose Pods have a proxy. */
const MESHED = ['taskrun', 'containers'] as const;

describe("with a git server and a registry in Istio's mesh that require mTLS, on the node", function () {
  this.timeout(600_000);
  let cluster: NodeCluster;
  let installed: InstalledController;
  let istio: Istio;
  let repositories: Repositories;
  let servers: StrictServers;
  let builder: string;
  const digests = new Map<string, string>();

  before(async function () {
    // The first run builds the programs of the cluster and of Istio.
    this.timeout(3_600_000);
    cluster = await oneNodeCluster();
    installed = await installController(cluster, {});
    istio = await startIstio(cluster);
    await istio.inject('native');
    repositories = makeRepositories();
    repositories.commit('app', { 'hello.txt': 'world' });
    const options = { namespace: 'strict-servers', repositories: repositories.folder };
    servers = await startStrictServers(cluster, istio, options);
    builder = publishedBuilder(universeDocuments(await pushRunningUniverse(cluster.registry)), 'good', '0.9');
  });
  after(async () => {
    repositories?.remove();
    await istio?.stop();
    await installed?.remove();
  });

  for (const mode of ['native', 'classic'] as const) {
    describe(`beside a ${mode} proxy`, () => {
      before(async () => {
        await istio.inject(mode);
        await istio.createNamespace(`strict-${mode}`);
      });

      for (const backend of MESHED) {
        it(`${backend}: the Build fetches its source and pushes its image through the mesh`, async () => {
          await installed.configure(BACKENDS[backend]);
          const build = buildIn(`strict-${mode}`, backend);
          const [status, log] = await Promise.all([run(build), proxyLog(cluster, podOf(build))]);
          expectSuccess(`${mode} ${backend}`, status);
          // Envoy's names for the servers, to which it uses mTLS.
          for (const server of ['git', 'registry'])
            expect(log).to.match(new RegExp(`outbound\\|\\d+\\|\\|${server}\\.`));
          // The controller has no proxy, so the registry refuses its requests.
          expect(status).not.to.have.property('buildMetadata');
        });
      }
    });
  }

  describe('a Build without a proxy', () => {
    before(() => installed.configure(BACKENDS.init));

    it('is refused by the git server, and the failure names the mesh', async () => {
      const build = buildIn('strict-native', 'git-refuses');
      const { failure } = await run(withSpec(build, { tags: [`${cluster.registry.address}/strict/outside`] }));
      expect(failure).to.include({ reason: 'NetworkFailed', phase: 'prepare' });
      const { message = '' } = failure ?? {};
      expect(message, message).to.include('the git server closes the connection').and.include(MESH_ADVICE);
    });

    it('is refused by the registry, and the failure names the mesh', async () => {
      const { failure } = await run(buildIn('strict-native', 'registry-refuses'));
      expect(failure).to.include({ reason: 'TlsFailed', phase: 'prepare' });
      const { message = '' } = failure ?? {};
      expect(message, message).to.include('SELF_SIGNED_CERT_IN_CHAIN').and.include(MESH_ADVICE);
    });
  });

  describe('a controller with a proxy', () => {
    // istio-init needs rights that the level of the installation forbids.
    const meshed = { 'istio-injection': 'enabled', 'pod-security.kubernetes.io/enforce': 'privileged' };
    const unmeshed = { 'istio-injection': 'disabled', 'pod-security.kubernetes.io/enforce': 'restricted' };

    before(async () => {
      await istio.inject('native');
      await kubectlOutput(cluster, ['apply', '--server-side', '--force-conflicts', '-f', '-'], [ownNamespace(meshed)]);
      await installed.configure(BACKENDS.containers);
    });
    after(async () => {
      await kubectlOutput(
        cluster,
        ['apply', '--server-side', '--force-conflicts', '-f', '-'],
        [ownNamespace(unmeshed)],
      );
    });

    it('reads the labels of the image in the mesh', async () => {
      const status = await run(buildIn('strict-native', 'read'));
      expectSuccess('read', status);
      expect(status).to.have.property('buildMetadata').that.has.property('length').above(0);
    });
  });

  describe('all Builds', () => {
    it('make the same image', () => {
      expect(digests.size).to.equal(5);
      expect(new Set(digests.values()).size, JSON.stringify([...digests])).to.equal(1);
    });
  });

  function expectSuccess(name: string, status: BuildStatus): void {
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    digests.set(name, status.latestImage?.replace(/^.*@/, '') ?? '');
  }

  function run(build: KubernetesObject): Promise<BuildStatus> {
    return runBuild(cluster.client, build, { seconds: 240 });
  }

  function buildIn(namespace: string, name: string): KubernetesObject {
    return {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name, namespace },
      spec: {
        tags: [`${servers.registry}/${namespace}/${name}`],
        builder: { image: builder },
        source: { git: { url: `${servers.git}/app.git`, revision: 'main' } },
      },
    };
  }
});

function withSpec(build: KubernetesObject, spec: object): KubernetesObject {
  return { ...build, spec: { ...(build['spec'] as object), ...spec } };
}

/** Returns the namespace of the controller. */
function ownNamespace(labels: Readonly<Record<string, string>>): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: CONTROLLER_NAMESPACE, labels } };
}
