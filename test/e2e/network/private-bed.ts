import { CONTROLLER_NAMESPACE as SYSTEM } from '../../../src/core/model/installation-names.ts';
import { parseImageReference, repositoryName } from '../../../src/core/model/image-reference.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { startBlobServer } from '../../cluster/sources/blob-server.ts';
import { makeRepositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer } from '../../cluster/sources/git-server.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { startPrivateServers, type PrivateServers } from '../../integration/network/private-servers.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { publishBuilder } from '../builder/published-builder.ts';
import { installController, type InstalledController } from '../installed-controller.ts';
import { serviceAccount } from '../whole-way/account.ts';

/** The namespaces of the Builds, with the keys of their labelled ConfigMaps. */
export const NAMESPACES = { trusting: 'private-network', stranger: 'private-stranger', direct: 'private-direct' };

export const SERVICE_ACCOUNT = 'builds';

/** Servers that only the labelled ConfigMaps make usable, and builders in the registry of the node. */
export interface PrivateBed {
  readonly cluster: NodeCluster;
  readonly controller: InstalledController;
  readonly servers: PrivateServers;
  /** The second builder has its own repository, for CREATOR_BUILDERS. */
  readonly builders: Readonly<Record<'separate' | 'creator', string>>;
  /** The pattern of CREATOR_BUILDERS. */
  readonly creatorPattern: string;
  readonly stop: () => Promise<void>;
}

/** Starts the servers and the controller, and says once how to reach the servers: the proxy for all, the authority for one namespace. */
export async function startPrivateBed(settings: Readonly<Record<string, string>>): Promise<PrivateBed> {
  const cluster = await oneNodeCluster();
  const builders = publishBuilders(universeDocuments(await pushRunningUniverse(cluster.registry)));
  const { servers, stop } = await startServers(cluster);
  const controller = await installController(cluster, settings);
  const { url } = servers.proxy;
  await cluster.client.create(network(SYSTEM, { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: BRIDGE_ADDRESS }));
  const ofNamespace = {
    trusting: { 'ca.crt': servers.certificate },
    stranger: undefined,
    direct: { 'ca.crt': servers.certificate, HTTPS_PROXY: '' },
  };
  for (const [key, data] of Object.entries(ofNamespace)) {
    const namespace = NAMESPACES[key as keyof typeof ofNamespace];
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const account = serviceAccount(SERVICE_ACCOUNT, []);
    await cluster.client.create({ ...account, metadata: { ...account.metadata, namespace } });
    if (data !== undefined) await cluster.client.create(network(namespace, data));
  }
  return {
    cluster,
    controller,
    servers,
    builders,
    creatorPattern: repositoryOf(builders.creator),
    stop: async () => {
      for (const name of Object.values(NAMESPACES)) {
        await cluster.client.delete({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      }
      await controller.remove();
      await stop();
    },
  };
}

async function startServers({ registry }: NodeCluster): Promise<Pick<PrivateBed, 'servers' | 'stop'>> {
  const repositories = makeRepositories();
  repositories.commit('app', { 'hello.txt': 'git' });
  const git = await startGitServer(repositories.folder);
  const blob = await startBlobServer(zipBytes([{ name: 'hello.txt', content: 'blob', mode: 0o100644 }]));
  const backends = { 'git.test': git.url, 'blob.test': blob.url, 'registry.test': registry.url };
  const servers = await startPrivateServers(backends, BRIDGE_ADDRESS);
  return {
    servers,
    stop: async () => {
      await Promise.all([servers.stop(), git.stop(), blob.stop()]);
      repositories.remove();
    },
  };
}

function publishBuilders({ parts, builders: { good } }: ReturnType<typeof universeDocuments>): PrivateBed['builders'] {
  const spec = { ...good.spec, tag: `${good.spec.tag}-in-one-container` };
  return {
    separate: publishBuilder([...parts, good], '0.9'),
    creator: publishBuilder([...parts, { ...good, spec }], '0.9'),
  };
}

function repositoryOf(image: string): string {
  const reference = parseImageReference(image);
  if (reference === undefined) throw new Error(`${image} is no image reference`);
  return repositoryName(reference);
}

function network(namespace: string, data: Readonly<Record<string, string>>): KubernetesObject {
  const metadata = { name: 'network', namespace, labels: { 'taskpack.dev/network': 'true' } };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
}
