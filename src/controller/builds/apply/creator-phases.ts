import { failedCreatorPhase } from '../../../../translators/progress/creator-phases.ts';
import type { PhaseStart } from '../../../core/model/build-progress.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { ObservedWorkload } from '../observe/observation.ts';

/** Returns when the phases in the container `create` started. Returns none for workloads without this container. */
export async function phaseStartsOf(
  { readPhaseStarts }: BuildContext,
  { namespace }: Pick<ActiveBuild, 'namespace'>,
  { progress: { phases, podName } }: Pick<ObservedWorkload, 'progress'>,
): Promise<readonly PhaseStart[]> {
  const create = phases.find(({ phase }) => phase === 'create');
  if (create === undefined || create.kind === 'waiting' || podName === undefined) return [];
  return readPhaseStarts({ namespace, pod: podName, container: create.container });
}

/** Names the phase of the lifecycle in a cause of the container `create`, if its exit code or its log shows the phase. */
export function inCreatorPhase(cause: FailureCause, starts: readonly PhaseStart[]): FailureCause {
  if (!('phase' in cause) || cause.phase !== 'create' || cause.kind === 'phase-not-started') return cause;
  const exitCode = 'terminated' in cause ? cause.terminated?.exitCode : undefined;
  const phase = failedCreatorPhase(exitCode, starts);
  return phase === undefined ? cause : { ...cause, phase };
}
