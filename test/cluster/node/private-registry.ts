import path from 'node:path';
import { BRIDGE_ADDRESS } from '../control-plane/certificates.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { startRegistry, type Registry, type RegistryOptions } from '../registry/registry.ts';
import type { NodeCluster } from './node-cluster.ts';

/** Starts a registry with authentication beside the cluster's own. Pods can pull from it. */
export async function startPrivateRegistry(
  { folder, node }: NodeCluster,
  name: string,
  authentication: Required<RegistryOptions>['authentication'],
): Promise<Registry> {
  const programs = await ensurePrograms(['leash', 'registry'], console.error);
  const registry = await startRegistry(programs, {
    folder: path.join(folder, 'registries', name),
    host: BRIDGE_ADDRESS,
    authentication,
  });
  node.trustRegistry(registry.address);
  return registry;
}
