import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { waiterBinary } from '../../integration/entrypoint/binary.ts';
import type { StandInPrograms } from './stand-in-images.ts';

/** The cluster with a node, and the programs of stand-in images. */
export interface StandInCluster {
  readonly cluster: NodeCluster;
  readonly programs: StandInPrograms;
}

export async function standInCluster(): Promise<StandInCluster> {
  const cluster = await oneNodeCluster();
  const { stamp } = await ensurePrograms(['stamp'], console.error);
  return { cluster, programs: { stamp, waiter: waiterBinary() } };
}
