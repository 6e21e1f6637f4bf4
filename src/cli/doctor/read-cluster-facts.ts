import type { ClusterFacts, NamespaceFacts, NetworkFacts } from '../../insight/doctor/cluster-facts.ts';
import { IMAGE } from '../../core/api/kpack/kind-definitions.ts';
import { objectReader } from '../../controller/kit/readable-cache.ts';
import { TagHolders } from '../../core/images/tag-holders.ts';
import {
  CONFIG_MAPS,
  IMAGES,
  KPACK_RESOURCES,
  NAMESPACES,
  PERSISTENT_VOLUME_CLAIMS,
  SOURCE_RESOLVERS,
  STORAGE_CLASSES,
} from '../../clients/kube/client/resources.ts';
import { valueOr } from '../../insight/doctor/used-workload.ts';
import { NETWORK_LABEL } from '../../core/model/build-network.ts';
import type { Keychain } from '../../clients/registry/client/credentials/keychain.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { DEFAULT_SETTINGS } from '../../core/settings/settings.ts';
import type { OpenCluster } from '../cluster.ts';
import { readClocks } from './read-clocks.ts';
import { readController, readKubernetes, readMissingDefinitions, readTekton, readWebhooks } from './read-cluster.ts';
import { readAll, readOne } from './read-fact.ts';
import { readProbes } from './read-probes.ts';
import { readPushes } from './read-pushes.ts';
import { LIMIT_RANGES, RESOURCE_QUOTAS } from './resources.ts';

export interface FactsOptions {
  readonly namespace: string;
  readonly controllerNamespace: string;
  readonly now: () => number;
  readonly makeRegistryClient: (keychain: Keychain) => Pick<RegistryClient, 'checkPush'>;
}

/** Reads everything that the checks look at. Writes nothing. */
export async function readClusterFacts(cluster: OpenCluster, options: FactsOptions): Promise<ClusterFacts> {
  const { client } = cluster;
  const [kubernetes, missingDefinitions, tekton, controller, webhooks, sharedTags, namespace, networks] =
    await Promise.all([
      readKubernetes(cluster),
      readMissingDefinitions(cluster),
      readTekton(cluster, options.namespace),
      readController(cluster, options.controllerNamespace),
      readWebhooks(cluster),
      readSharedTags(cluster),
      readNamespace(cluster, options.namespace),
      readNetworks(cluster, options),
    ]);
  const [probes, pushes, clocks] = await Promise.all([
    readProbes(client, { controller, tekton, namespace }, DEFAULT_SETTINGS.images),
    readPushes(client, valueOr(namespace.images, []), options.makeRegistryClient),
    readClocks(client, options.namespace, options.now),
  ]);
  return {
    kubernetes,
    missingDefinitions,
    tekton,
    controller,
    webhooks,
    sharedTags,
    namespace,
    networks,
    probes,
    pushes,
    clocks,
  };
}

async function readSharedTags({ client }: OpenCluster): Promise<ClusterFacts['sharedTags']> {
  const images = await readAll(client, IMAGES);
  if (images.kind === 'unread') return images;
  const read = objectReader(IMAGE);
  const tags = new TagHolders();
  for (const object of images.value) {
    const image = read(object);
    if (image.kind === 'readable') tags.put(image.value);
  }
  return { kind: 'read', value: tags.tagsOfSeveralNamespaces() };
}

async function readNetworks(
  { client }: OpenCluster,
  { namespace, controllerNamespace }: Pick<FactsOptions, 'namespace' | 'controllerNamespace'>,
): Promise<NetworkFacts> {
  const [ofController, ofNamespace] = await Promise.all([
    readAll(client, CONFIG_MAPS, controllerNamespace, NETWORK_LABEL),
    readAll(client, CONFIG_MAPS, namespace, NETWORK_LABEL),
  ]);
  return { ofController, ofNamespace };
}

async function readNamespace({ client }: OpenCluster, name: string): Promise<NamespaceFacts> {
  const [object, images, resolvers, builders, clusterBuilders, quotas, limitRanges, claims, storageClasses] =
    await Promise.all([
      readOne(client, NAMESPACES, { name }),
      readAll(client, IMAGES, name),
      readAll(client, SOURCE_RESOLVERS, name),
      readAll(client, KPACK_RESOURCES.Builder, name),
      readAll(client, KPACK_RESOURCES.ClusterBuilder),
      readAll(client, RESOURCE_QUOTAS, name),
      readAll(client, LIMIT_RANGES, name),
      readAll(client, PERSISTENT_VOLUME_CLAIMS, name),
      readAll(client, STORAGE_CLASSES),
    ]);
  return { name, object, images, resolvers, builders, clusterBuilders, quotas, limitRanges, claims, storageClasses };
}
