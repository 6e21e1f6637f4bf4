import { expect } from 'chai';
import { CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { startFaultProxy, type FaultProxy } from '../../cluster/registry/fault-proxy.ts';
import { startBlobServer, type BlobServer } from '../../cluster/sources/blob-server.ts';
import { conditionOf, runBuild } from '../../e2e/controller/controlled-build.ts';
import { installController, type InstalledController } from '../../e2e/installed-controller.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { commandReader } from '../../integration/docs/command-reader.ts';
import { linkClone } from '../../support/docs/linked-clone.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { largeBuilders, type LargeBuilder } from './large-builders.ts';

const SETTINGS = { BACKEND: 'native' };
const OVERLAY = ['-k', 'config/overlays/warm'];
const WARM_PODS = `/api/v1/namespaces/${CONTROLLER_NAMESPACE}/pods?labelSelector=app.kubernetes.io/component%3Dwarm-nodes`;

interface Pod {
  readonly spec: { readonly containers: readonly { readonly name: string; readonly image: string }[] };
  readonly status: {
    readonly containerStatuses?: readonly {
      readonly name: string;
      readonly ready: boolean;
      readonly state: { readonly waiting?: { readonly reason?: string } };
    }[];
  };
}

describe('a node that has never seen a builder', function () {
  this.timeout(400_000);
  const made: KubernetesObject[] = [];
  const seconds = new Map<string, number>();
  let cluster: NodeCluster;
  let controller: InstalledController;
  let proxy: FaultProxy;
  let source: BlobServer;
  let builders: Readonly<Record<'first' | 'cold' | 'warm', LargeBuilder>>;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    cluster = await oneNodeCluster();
    proxy = await startFaultProxy(cluster.registry.address, BRIDGE_ADDRESS);
    cluster.node.trustRegistry(proxy.address);
    controller = await installController(cluster, SETTINGS);
    const large = await largeBuilders(cluster.registry, proxy.address, ['first', 'cold', 'warm']);
    for (const part of large.parts) await create(part);
    ({ builders } = large);
    const app = zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]);
    source = await startBlobServer(app, { host: BRIDGE_ADDRESS });
    // Without a Build before, the other one would be the first of the controller and of the steps' image.
    await publish(builders.first);
    await build('first');
  });
  after(async () => {
    for (const object of made) await cluster.client.delete(object);
    await kubectlOutput(cluster, ['delete', '--ignore-not-found', ...OVERLAY]);
    await controller?.remove();
    await source?.stop();
    await proxy?.stop();
    for (const [name, time] of seconds) console.error(`first Build with builder ${name}: ${time.toFixed(2)} s`);
  });

  it('pulls the builder during its first Build', async () => {
    await publish(builders.cold);
    expect(pulls(builders.cold)).to.equal(0);
    const events = await build('cold');
    expect(events.filter(({ reason }) => reason === 'Pulling').map(({ message }) => message)).to.deep.equal([
      `Pulling image "${await imageOf(builders.cold)}"`,
    ]);
    expect(pulls(builders.cold)).to.equal(1);
  });

  it('has the builder before its first Build with WARM_NODES, although another image cannot be pulled', async () => {
    await kubectlOutput(cluster, ['apply', ...OVERLAY]);
    await publish(builders.warm);
    // This builder is newer, so its image is pulled first. A builder that cannot be updated keeps its image.
    await create(brokenBuilder(builders.warm));
    const missing = `${proxy.address}/builders/broken@sha256:${'0'.repeat(64)}`;
    await cluster.client.send(
      'PATCH',
      '/apis/kpack.io/v1alpha2/clusterbuilders/broken/status',
      { status: { latestImage: missing } },
      'application/merge-patch+json',
    );
    await controller.configure({ ...SETTINGS, WARM_NODES: 'true' });
    const image = await imageOf(builders.warm);
    const states = await until('the builder on the node', async () => warmStates(image), { seconds: 200 });
    expect(states.get(missing)).to.be.oneOf(['ErrImagePull', 'ImagePullBackOff']);
    expect([...states.values()].filter((state) => state !== 'ready')).to.have.length(1);
    // containerd stores the name without the tag.
    expect(await cluster.node.images.list()).to.include(image.replace(/:[^:@/]+@/, '@'));
    expect(pulls(builders.warm)).to.equal(1);
    const events = await build('warm');
    expect(events.filter(({ reason }) => reason === 'Pulling')).to.deep.equal([]);
    const present = events.filter(({ message }) => /already present on machine/.test(message));
    expect(present.filter(({ message }) => message.includes(image)).length).to.be.greaterThan(0);
    expect(pulls(builders.warm)).to.equal(1);
  });

  it('does not wait for the pull with WARM_NODES', () => {
    expect(seconds.get('warm')).to.be.lessThan(seconds.get('cold') ?? 0);
  });

  it('has no DaemonSet after the setting is off', async () => {
    await controller.configure({ ...SETTINGS, WARM_NODES: 'false' });
    await until('the end of the Pods', async () => ((await warmPods()).length === 0 ? true : undefined), {
      seconds: 100,
    });
  });

  describePage('docs/how-to/warm-nodes.md', {
    reader: () => commandReader(cluster, { namespace: 'default' }),
    before: {
      '1. Apply the overlay': linkClone,
      '3. Check the nodes': async () => {
        await until('the Pods', async () => ((await warmPods()).length > 0 ? true : undefined), { seconds: 100 });
      },
    },
  });

  async function create(object: KubernetesObject): Promise<void> {
    made.push(object);
    await cluster.client.create(object);
  }

  async function publish({ object }: LargeBuilder): Promise<void> {
    await create(object);
    await until('the builder', async () => latestImage(object), { seconds: 100 });
  }

  async function latestImage(object: KubernetesObject): Promise<string | undefined> {
    const { status } = (await cluster.client.get(object)) as { readonly status?: { readonly latestImage?: string } };
    return status?.latestImage;
  }

  async function imageOf({ object }: LargeBuilder): Promise<string> {
    return (await latestImage(object)) ?? '';
  }

  /** Returns how often the large layer of a builder was pulled. No other program than the node's runtime reads layers of builders. */
  function pulls({ layer }: LargeBuilder): number {
    return proxy.seen.filter(({ method, path }) => method === 'GET' && path.includes(layer)).length;
  }

  /** Runs the first Build with a builder, and returns the Events of its Pod. */
  async function build(builder: keyof typeof builders) {
    const object: KubernetesObject = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: { name: `on-${builder}-node`, namespace: 'default' },
      spec: {
        tags: [`${cluster.registry.address}/app/on-${builder}-node`],
        builder: { ref: { kind: 'ClusterBuilder', name: builders[builder].object.metadata.name } },
        source: { blob: { url: `${source.url}/app.zip` } },
      },
    };
    made.push(object);
    const begin = performance.now();
    const status = await runBuild(cluster.client, object);
    seconds.set(builder, (performance.now() - begin) / 1000);
    expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
    const events = (await cluster.client.list('v1', 'Event', 'default')) as unknown as readonly {
      readonly involvedObject: { readonly name: string };
      readonly reason: string;
      readonly message: string;
    }[];
    return events.filter(({ involvedObject }) => involvedObject.name === status.podName);
  }

  async function warmPods(): Promise<readonly Pod[]> {
    return ((await cluster.client.send('GET', WARM_PODS)) as { readonly items: readonly Pod[] }).items;
  }

  /** Returns `ready` or the reason to wait for each image of the Pod that pulls, once this image is ready. */
  async function warmStates(image: string): Promise<ReadonlyMap<string, string | undefined> | undefined> {
    const states = (await warmPods()).map(
      ({ spec, status }) =>
        new Map(
          spec.containers.map((container) => {
            const found = status.containerStatuses?.find(({ name }) => name === container.name);
            return [container.image, found?.ready === true ? 'ready' : found?.state.waiting?.reason];
          }),
        ),
    );
    const isSettled = (map: ReadonlyMap<string, string | undefined>): boolean =>
      map.get(image) === 'ready' && [...map.values()].filter((state) => state !== 'ready').length === 1;
    return states.find(isSettled);
  }
});

/** Returns a builder without a stack, which is never published. */
function brokenBuilder({ object }: LargeBuilder): KubernetesObject {
  const stack = { kind: 'ClusterStack', name: 'missing' };
  return { ...object, metadata: { name: 'broken' }, spec: { ...Object(object['spec']), stack } } as KubernetesObject;
}
