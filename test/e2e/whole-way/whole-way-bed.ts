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

/** All that Builds need on their whole way, on the cluster with a node. */
export interface WholeWayBed {
  readonly cluster: NodeCluster;
  /** Where its accounts are, and Builds go. */
  readonly namespace: string;
  readonly controller: InstalledController;
  readonly base: BaseImages;
  /** Where applications and caches go, and one source is; it asks who one is. */
  readonly registry: Registry;
  readonly sources: ApplicationSources;
  /** Puts an object into the namespace. */
  readonly create: (object: KubernetesObject) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Builders of the universe's that applications of the tests are built with. */
const BUILDERS = ['good', 'searching', 'build-fails', 'exhausts'] as const satisfies readonly BuilderName[];

interface BaseImages {
  readonly builders: Readonly<Record<(typeof BUILDERS)[number], string>>;
  readonly run: string;
  /** The run image with a layer more. */
  readonly patchedRun: string;
}

/** In a namespace that is not there yet. */
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
  // Where a builder is, the run image of its stack is put as well.
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
