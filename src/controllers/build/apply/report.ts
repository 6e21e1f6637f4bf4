import type { BuildProgress } from '../../../model/build-progress.ts';
import type { BuildContext } from '../build-context.ts';
import type { Observation } from '../observe/observation.ts';
import { until as requeueUntil, type Applied } from './applied.ts';
import { isNews, nextStatus, saveStatus } from './save-status.ts';

/** Says how far a Build is: at once that it has a workload, what comes after that every now and then. */
export async function report(
  observation: Observation,
  progress: BuildProgress,
  until: number | undefined,
  context: BuildContext,
): Promise<Applied> {
  const { build, recorded, workload } = observation;
  const now = context.ports.now();
  const state = {
    kind: 'in-progress',
    progress,
    ...(recorded.backend !== undefined && { backend: recorded.backend }),
    ...(workload?.kind === 'task-run' && { taskRunName: workload.name }),
  } as const;
  const next = nextStatus(observation, state, now);
  if (!isNews(observation, next)) return requeueUntil(until, now);
  const pause = recorded.workload === undefined ? 0 : context.pace.wait(build.uid);
  if (pause > 0) return requeueUntil(Math.min(now + pause, until ?? Number.POSITIVE_INFINITY), now);
  await saveStatus(observation, next, context);
  return requeueUntil(until, now);
}
