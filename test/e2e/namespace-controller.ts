import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { pushOwnImages } from '../support/own-images.ts';
import { spawnController, type RunningController } from '../support/running-controller.ts';

/**
 * Starts `taskpack controller` for one namespace as a process of this machine, and waits until it leads. The caller installs the
 * definitions (`installCrds`) and builds the bundle (`buildCommand`) before. Controllers of other namespaces can run beside this one
 * with other settings. Tests of the installation run the controller in Pods.
 */
export async function startNamespaceController(
  cluster: NodeCluster,
  namespace: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningController> {
  const images = await pushOwnImages(cluster.registry);
  const controller = spawnController({
    kubeconfig: cluster.kubeconfig,
    settings: { ...images, ...settings },
    args: ['--namespace', namespace],
  });
  try {
    await controller.leads();
  } catch (error) {
    await controller.kill();
    throw error;
  }
  return controller;
}
