import type { Image } from '../../../src/core/oci/image.ts';
import { programImage } from '../images/program-image.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import type { NodeCluster } from '../node/node-cluster.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { pushImage } from '../registry/push-image.ts';
import { registryConfig } from '../registry/registry-config.ts';
import { GIT_SERVER, gitServerImage } from '../sources/git-server-image.ts';
import type { Istio } from './start-istio.ts';

/** A git server and a registry in Pods with Istio's proxy, which refuse connections without mTLS. */
export interface StrictServers {
  /** The URL before the names of repositories. */
  readonly git: string;
  /** `host:port`, as image references begin. */
  readonly registry: string;
}

interface Options {
  readonly namespace: string;
  /** The folder with the bare repositories of the git server. */
  readonly repositories: string;
}

/**
 * Starts the servers in a namespace of the mesh whose PeerAuthentication is `STRICT`. The addresses are those of the Pods, because the
 * node has no DNS. Headless Services make the addresses known to the mesh, so that proxies of clients use mTLS.
 */
export async function startStrictServers(
  cluster: NodeCluster,
  istio: Istio,
  { namespace, repositories }: Options,
): Promise<StrictServers> {
  const { client } = cluster;
  await istio.createNamespace(namespace);
  await client.put({
    apiVersion: 'security.istio.io/v1',
    kind: 'PeerAuthentication',
    metadata: { name: 'default', namespace },
    spec: { mtls: { mode: 'STRICT' } },
  });
  const config = registryConfig({ address: `:${REGISTRY_PORT}`, storage: '/tmp', authentication: { kind: 'none' } });
  await client.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'registry', namespace },
    data: { 'config.json': config },
  });
  const gitImage = await pushed(cluster, 'git', gitServerImage(repositories));
  const [git, registry] = await Promise.all([
    startServer(cluster, { namespace, name: 'git', port: GIT_SERVER.port, container: { image: gitImage } }),
    startServer(cluster, {
      namespace,
      name: 'registry',
      port: REGISTRY_PORT,
      container: await registryContainer(cluster),
    }),
  ]);
  return { git: `http://${git}${GIT_SERVER.path}`, registry };
}

const REGISTRY_PORT = 5000;

async function registryContainer(cluster: NodeCluster): Promise<object> {
  const { registry } = await ensurePrograms(['registry'], console.error);
  const image = programImage({ program: registry, place: '/registry', user: '0:0' });
  return {
    image: await pushed(cluster, 'registry', image),
    args: ['serve', '/etc/registry/config.json'],
    // Otherwise the registry sends traces to a collector.
    env: [{ name: 'OTEL_TRACES_EXPORTER', value: 'none' }],
    volumeMounts: [
      { name: 'config', mountPath: '/etc/registry' },
      { name: 'storage', mountPath: '/tmp' },
    ],
  };
}

/** Pushes an image to the registry of the node, outside the mesh, because the kubelet has no proxy. */
async function pushed({ registry }: NodeCluster, name: string, image: Image): Promise<string> {
  await pushImage(image, { url: registry.url, repository: `strict/${name}` }, 'test');
  return `${registry.address}/strict/${name}:test`;
}

interface Server {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  readonly container: object;
}

/** Creates a Pod and its headless Service. Returns the address once the Pod is ready. */
async function startServer({ client }: NodeCluster, { namespace, name, port, container }: Server): Promise<string> {
  const metadata = { name, namespace, labels: { app: name } };
  await client.create({
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    // The name makes the port a TCP port for Istio, so that Envoy changes nothing in the requests.
    spec: { clusterIP: 'None', selector: { app: name }, ports: [{ name: 'tcp-server', port }] },
  });
  const pod: KubernetesObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: {
      containers: [{ name, ports: [{ containerPort: port }], ...container }],
      volumes: [
        { name: 'config', configMap: { name: 'registry', optional: true } },
        { name: 'storage', emptyDir: {} },
      ],
      terminationGracePeriodSeconds: 1,
    },
  };
  await client.create(pod);
  const address = async (): Promise<string | undefined> => {
    const { status } = ((await client.get(pod)) ?? {}) as { readonly status?: ServerStatus };
    const isReady = status?.conditions?.some((one) => one.type === 'Ready' && one.status === 'True');
    return isReady === true ? status?.podIP : undefined;
  };
  return `${await until(`the server ${name} in the mesh`, address, { seconds: 120 })}:${port}`;
}

interface ServerStatus {
  readonly podIP?: string;
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}
