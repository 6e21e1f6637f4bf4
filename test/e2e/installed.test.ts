import { expect } from 'chai';
import { CONTROLLER_NAMESPACE } from '../../src/core/model/installation-names.ts';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { until } from '../cluster/processes/until.ts';
import { startBlobServer, type BlobServer } from '../cluster/sources/blob-server.ts';
import { universeDocuments, type UniverseDocuments } from '../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../cluster/universe/running-universe.ts';
import { zipBytes } from '../support/archives/zip-bytes.ts';
import { conditionOf, runBuild, type BuildStatus } from './controller/controlled-build.ts';
import { installController, type InstalledController } from './installed-controller.ts';
import { imageSuite } from './installed-image.ts';
import { signingPage } from './installed-signing.ts';
import { processOf } from './pod-process.ts';

describe('an installed taskpack on the node', function () {
  this.timeout(180_000);
  let cluster: NodeCluster;
  let installed: InstalledController;
  let documents: UniverseDocuments;
  let source: BlobServer;
  const made: KubernetesObject[] = [];

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    installed = await installController(cluster, {
      BACKEND: 'native',
      LOG_LEVEL: 'debug',
      SOURCE_POLL_INTERVAL: '1',
    });
    const pushed = await pushRunningUniverse(cluster.registry);
    documents = universeDocuments(pushed);
    const app = zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]);
    source = await startBlobServer(app, { host: BRIDGE_ADDRESS });
  });
  after(async () => {
    await source?.stop();
    for (const object of made) await cluster.client.delete(object);
    await installed?.remove();
  });

  it("publishes a builder and builds a source's image with the rights of its ServiceAccount", async () => {
    for (const object of [...documents.parts, documents.builders.good]) await create(object);
    await until('the builder', async () => (await readyOf(documents.builders.good)) === 'True' || undefined);
    const status = await build('installed');
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True', reason: 'Completed' });
    expect(status.backend).to.equal('native');
    expect(status.latestImage).to.match(/\/app\/installed@sha256:[0-9a-f]{64}$/);
    const log = await installed.log();
    expect(log).to.include('the Build has ended');
    expect(log).not.to.match(/forbidden/i);
  });

  describe('for users who work at the same time', () => {
    describe('an Image', () => {
      imageSuite(() => ({ cluster, builder: documents.builders.good.metadata.name }));
    });

    signingPage(() => cluster);
  });

  it('runs two ready Pods in a namespace that enforces Pod Security restricted', async () => {
    const pods = await bothReady();
    const namespace = await cluster.client.get({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: CONTROLLER_NAMESPACE },
    });
    expect(namespace?.metadata.labels).to.include({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    for (const { spec } of pods as readonly InstalledPod[]) {
      expect(spec.serviceAccountName).to.equal('controller');
      expect(spec.containers[0]?.securityContext).to.include({ readOnlyRootFilesystem: true });
    }
  });

  it('continues a Build after the leader is killed', async () => {
    const leader = (await installed.leader()) ?? '';
    const pod = (await installed.pods()).find(({ metadata }) => leader.startsWith(`${metadata.name}_`));
    if (pod === undefined) throw new Error(`${leader} leads, which is no pod`);
    const status = build('orphaned');
    process.kill(await processOf(pod, ['/taskpack/bin/taskpack', 'controller']), 'SIGKILL');
    expect(conditionOf(await status)).to.include({ status: 'True', reason: 'Completed' });
    expect(await installed.leader()).not.to.equal(leader);
    const [restarted] = (await bothReady()).filter(({ metadata }) => metadata.name === pod.metadata.name);
    expect((restarted as InstalledPod).status.containerStatuses?.[0]?.restartCount).to.equal(1);
  });

  async function create(object: unknown): Promise<void> {
    made.push(object as KubernetesObject);
    await cluster.client.create(object as KubernetesObject);
  }

  async function readyOf(object: unknown): Promise<string | undefined> {
    const { status = {} } = ((await cluster.client.get(object as KubernetesObject)) ?? {}) as {
      readonly status?: BuildStatus;
    };
    return status.conditions?.find(({ type }) => type === 'Ready')?.status;
  }

  function build(name: string): Promise<BuildStatus> {
    const object: KubernetesObject = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name, namespace: 'default' },
      spec: {
        tags: [`${cluster.registry.address}/app/${name}`],
        builder: { ref: { kind: 'ClusterBuilder', name: documents.builders.good.metadata.name } },
        source: { blob: { url: `${source.url}/app.zip` } },
      },
    };
    made.push(object);
    return runBuild(cluster.client, object);
  }

  function bothReady(): Promise<readonly KubernetesObject[]> {
    return until('two pods that are ready', async () => {
      const pods = (await installed.pods()) as readonly InstalledPod[];
      const ready = pods.filter(({ status }) => status.containerStatuses?.every((one) => one.ready));
      return pods.length === 2 && ready.length === 2 ? pods : undefined;
    });
  }
});

/** The part of a controller's Pod that the tests read. */
interface InstalledPod extends KubernetesObject {
  readonly spec: {
    readonly serviceAccountName: string;
    readonly containers: readonly { readonly securityContext: Readonly<Record<string, unknown>> }[];
  };
  readonly status: {
    readonly containerStatuses?: readonly { readonly ready: boolean; readonly restartCount: number }[];
  };
}
