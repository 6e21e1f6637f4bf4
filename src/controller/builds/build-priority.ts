import type { Priority } from '../../core/runtime/priority-queue.ts';
import { objectKey } from '../kit/identity.ts';
import type { ClusterView } from './observe/cluster-view.ts';
import { podNameOf, taskRunNameOf } from '../../core/model/build-names.ts';

type Cluster = Pick<ClusterView, 'build' | 'pod' | 'taskRun'>;

/**
 * Returns the priority of a Build in the work queue. A Build whose workload does not exist, or waits for the controller, comes before
 * the Builds whose workloads are only reported on.
 */
export function priorityOfBuild(cluster: Cluster, key: string): Priority {
  const build = cluster.build(key);
  if (build?.kind !== 'active') return 'low';
  const { namespace, name, uid } = build;
  const pod = cluster.pod(objectKey(namespace, podNameOf(name)));
  if (pod?.owner?.uid === uid) return pod.gate === 'closed' ? 'normal' : 'low';
  const taskRun = cluster.taskRun(objectKey(namespace, taskRunNameOf(name)));
  return taskRun?.owner?.uid === uid ? 'low' : 'normal';
}
