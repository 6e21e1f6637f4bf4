import type { Cluster } from '../../cluster/cluster.ts';
import { buildCommand } from '../../support/command.ts';
import { imageBed, type ImageBed } from '../controllers/images/image-bed.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { namespaceUser, type NamespaceUser, type Rule } from './namespace-user.ts';

/** A namespace with what Images need, and a user who has some rights there. */
export interface DeveloperBed {
  readonly cluster: Cluster;
  readonly bed: ImageBed;
  readonly user: NamespaceUser;
  readonly remove: () => Promise<void>;
}

/** Builds the command, and creates a namespace and its user. The first call of a process also starts the cluster. */
export async function developerBed(namespace: string, rules: readonly Rule[]): Promise<DeveloperBed> {
  buildCommand();
  const cluster = await kpackCluster();
  const bed = await imageBed(cluster.client, namespace);
  const user = await namespaceUser(cluster, namespace, 'developer', rules);
  return {
    cluster,
    bed,
    user,
    remove: async () => {
      user.remove();
      await bed.remove();
    },
  };
}
