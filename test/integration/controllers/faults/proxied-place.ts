import path from 'node:path';
import type { Cluster } from '../../../cluster/cluster.ts';
import { writeKubeconfig } from '../../../cluster/control-plane/kubeconfig.ts';
import { kpackCluster } from '../../crds/kpack-cluster.ts';
import { startApiFaultProxy, type ApiFaultProxy } from '../../kube/fault-proxy.ts';
import type { Place } from '../builds/build-suite.ts';

/** The shared cluster, which the controller reaches through a proxy. */
export async function proxiedPlace(name: string): Promise<Place<Cluster & { readonly proxy: ApiFaultProxy }>> {
  const cluster = await kpackCluster();
  const { address } = cluster.client;
  const proxy = await startApiFaultProxy(address.server, cluster.certificates);
  const file = path.join(cluster.certificates.folder, `${name}.kubeconfig`);
  const kubeconfig = writeKubeconfig(file, { ...address, server: proxy.url });
  return { cluster: { ...cluster, proxy }, kubeconfig, stop: proxy.stop };
}
