import process from 'node:process';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { startPrivateRegistry } from '../../cluster/node/private-registry.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import {
  DEFAULT_LIFECYCLE,
  lifecycleOfEnvironment,
  type LifecycleVersion,
} from '../../cluster/universe/lifecycle-version.ts';
import { runImage } from '../../cluster/universe/base-images.ts';
import type { BuilderName } from '../../cluster/universe/builder-documents.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { buildCommand } from '../../support/command.ts';
import { startNamespaceController } from '../namespace-controller.ts';
import { accountObjects } from './account.ts';
import { startSources, type ApplicationSources } from './application-sources.ts';
import { digestOf } from './built-image.ts';

/** The servers and images of the Builds, on the cluster with a node. */
export interface WholeWayServers {
  readonly cluster: NodeCluster;
  readonly base: BaseImages;
  /** The registry of the applications, the caches and one source. The registry asks for credentials. */
  readonly registry: Registry;
  readonly sources: ApplicationSources;
  readonly stop: () => Promise<void>;
}

/** A namespace with the accounts of the Builds, and its controller. */
export interface WholeWayBed extends WholeWayServers {
  readonly namespace: string;
  /** Creates an object in the namespace. */
  readonly create: (object: KubernetesObject) => Promise<void>;
}

/** The universe's builders with which the tests build applications. */
const BUILDERS = ['good', 'searching', 'build-fails', 'exhausts'] as const satisfies readonly BuilderName[];

interface BaseImages {
  readonly builders: Readonly<Record<(typeof BUILDERS)[number], string>>;
  readonly run: string;
  /** The run image with one more layer. */
  readonly patchedRun: string;
}

/** Starts the servers and the controller of a new namespace. Stops both. */
export async function startBed(
  namespace: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<WholeWayBed> {
  const servers = await startServers(namespace);
  const bed = await openBed(servers, namespace, settings);
  return {
    ...bed,
    stop: async () => {
      await bed.stop();
      await servers.stop();
    },
  };
}

/** Starts the servers, which the Builds of several namespaces can use. */
export async function startServers(name: string): Promise<WholeWayServers> {
  const cluster = await oneNodeCluster();
  buildCommand();
  await installCrds(cluster);
  const base = await pushBase(cluster.registry);
  const registry = await startPrivateRegistry(cluster, name, authenticationFor(lifecycleOfEnvironment(process.env)));
  const sources = await startSources(registry);
  const stop = async (): Promise<void> => {
    await sources.stop();
    await registry.stop();
  };
  return { cluster, base, registry, sources, stop };
}

/** Lifecycle 0.21.14 refuses a token server at a private address, as those of the bed are. */
function authenticationFor(lifecycle: LifecycleVersion): 'basic' | 'bearer' {
  return lifecycle === DEFAULT_LIFECYCLE ? 'bearer' : 'basic';
}

/** Creates a namespace and its accounts, and starts its controller. Stops the controller only. */
export async function openBed(
  servers: WholeWayServers,
  namespace: string,
  settings: Readonly<Record<string, string>>,
): Promise<WholeWayBed> {
  const { cluster, registry, sources } = servers;
  const create = async (object: KubernetesObject): Promise<void> => {
    await cluster.client.create({ ...object, metadata: { ...object.metadata, namespace } });
  };
  await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  for (const object of accountObjects(registry, sources.servers)) await create(object);
  const controller = await startNamespaceController(cluster, namespace, settings);
  return { ...servers, namespace, create, stop: async () => void (await controller.stop()) };
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
