import { makeLayer } from '../../../src/registry/layer.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { startPrivateRegistry } from '../../cluster/node/private-registry.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { runImage } from '../../cluster/universe/base-images.ts';
import type { BuilderName } from '../../cluster/universe/builder-documents.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { installController, type InstalledController } from '../installed-controller.ts';
import { accountObjects } from './account.ts';
import { startSources, type ApplicationSources } from './application-sources.ts';
import { digestOf } from './built-image.ts';

/** The servers, images and accounts of the Builds, on the cluster with a node. */
export interface WholeWayBed {
  readonly cluster: NodeCluster;
  /** The namespace of the accounts and the Builds. */
  readonly namespace: string;
  readonly controller: InstalledController;
  readonly base: BaseImages;
  /** The registry of the applications, the caches and one source. The registry asks for credentials. */
  readonly registry: Registry;
  readonly sources: ApplicationSources;
  /** Creates an object in the namespace. */
  readonly create: (object: KubernetesObject) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The universe's builders with which the tests build applications. */
const BUILDERS = ['good', 'searching', 'build-fails', 'exhausts'] as const satisfies readonly BuilderName[];

interface BaseImages {
  readonly builders: Readonly<Record<(typeof BUILDERS)[number], string>>;
  readonly run: string;
  /** The run image with one more layer. */
  readonly patchedRun: string;
}

/** Starts the fixture in a new namespace. */
export async function startBed(namespace: string): Promise<WholeWayBed> {
  const cluster = await oneNodeCluster();
  const controller = await installController(cluster, {});
  const base = await pushBase(cluster.registry);
  const registry = await startPrivateRegistry(cluster, namespace, 'bearer');
  const sources = await startSources(registry);
  const create = async (object: KubernetesObject): Promise<void> => {
    await cluster.client.create({ ...object, metadata: { ...object.metadata, namespace } });
  };
  await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  for (const object of accountObjects(registry, sources.servers)) await create(object);
  return {
    cluster,
    namespace,
    controller,
    base,
    registry,
    sources,
    create,
    stop: async () => {
      await controller.remove();
      await sources.stop();
      await registry.stop();
    },
  };
}

async function pushBase(registry: Registry): Promise<BaseImages> {
  const busybox = busyboxLayer();
  const pushed = await pushRunningUniverse(registry);
  // Pushes the stack's run image to the builder's repository too.
  const repository = 'builders/good';
  const patch = makeLayer([{ path: '/etc/patched', kind: 'file', content: 'yes\n' }], { parents: true });
  const patched = await pushImage(runImage(busybox, [patch]), { url: registry.url, repository }, 'patched');
  const documents = universeDocuments(pushed);
  const builders = BUILDERS.map((name) => [name, publishedBuilder(documents, name, '0.9')]);
  return {
    builders: Object.fromEntries(builders) as BaseImages['builders'],
    run: `${registry.address}/${repository}@${digestOf(pushed.run)}`,
    patchedRun: `${registry.address}/${repository}@${patched}`,
  };
}
