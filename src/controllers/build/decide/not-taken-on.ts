import type { BuildSettings } from '../build-settings.ts';
import type { Observation, ObservedTaskRun } from '../observe/observation.ts';
import type { Decision } from './decision.ts';

/** Tekton ends what it is told to end within seconds. In milliseconds. */
const PATIENCE_WITH_TEKTON = 30_000;

/** A TaskRun that Tekton has not begun with: its definition may be left over on a cluster where it does not run. */
export function notTakenOn(workload: ObservedTaskRun, { seenFor }: Observation, settings: BuildSettings): Decision {
  const { progress, stop, uid, name } = workload;
  if (stop !== undefined) {
    const left = PATIENCE_WITH_TEKTON - seenFor(`the stop of ${uid}`);
    return left > 0 ? { kind: 'report', progress, after: left } : { kind: 'delete-workload', workload };
  }
  // Where it may not make the pod yet, it says so, and has not begun.
  if (progress.state.kind === 'pending' && progress.state.reason !== undefined) return { kind: 'report', progress };
  const after = settings.startDeadline * 1000 - seenFor(uid);
  if (after > 0) return { kind: 'report', progress, after };
  const message = `Tekton has not begun with TaskRun ${name} in ${settings.startDeadline} s: see whether its controller runs`;
  return { kind: 'wait', because: { reason: 'TektonDoesNotAnswer', message } };
}
