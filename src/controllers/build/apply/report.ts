import type { BuildProgress } from '../../../model/build-progress.ts';
import type { BuildContext } from '../build-context.ts';
import type { Observation } from '../observe/observation.ts';
import { nothingFor, type Applied } from './applied.ts';
import { isNews, nextStatus, saveStatus } from './save-status.ts';

/** Says how far a Build is: at once that it has a workload, what comes after that every now and then. */
export async function report(
  observation: Observation,
  progress: BuildProgress,
  after: number | undefined,
  context: BuildContext,
): Promise<Applied> {
  const { build, recorded, workload } = observation;
  const state = {
    kind: 'in-progress',
    progress,
    ...(recorded.backend !== undefined && { backend: recorded.backend }),
    ...(workload?.kind === 'task-run' && { taskRunName: workload.name }),
  } as const;
  const next = nextStatus(observation, state, context.ports.now());
  if (!isNews(observation, next)) return nothingFor(after);
  const pause = recorded.workload === undefined ? 0 : context.pace.wait(build.uid);
  if (pause > 0) return nothingFor(Math.min(pause, after ?? pause));
  await saveStatus(observation, next, context);
  return nothingFor(after);
}
