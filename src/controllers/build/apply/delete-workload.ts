import { PODS } from '../../../kube/client/resources.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import type { BuildContext } from '../build-context.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import { TASK_RUNS } from '../resources.ts';
import type { Applied } from './applied.ts';

/** Until the cache has heard of it, in milliseconds. */
const DELETION_TIME = 1000;

/** Deletes a workload of which nothing has run. */
export async function deleteWorkload(
  { build: { namespace } }: Observation,
  { kind, name, uid }: ObservedWorkload,
  { ports }: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  try {
    await ports.client.delete(kind === 'pod' ? PODS : TASK_RUNS, { namespace, name }, { uid, signal });
  } catch (error) {
    if (!isKubeError(error, 'NOT_FOUND', 'CONFLICT')) throw error;
  }
  return { kind: 'requeue', after: DELETION_TIME };
}
