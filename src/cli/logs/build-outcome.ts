import type { Live } from '../../logs/live.ts';
import { phaseContainers } from '../../logs/phase-containers.ts';
import type { PodSight } from '../../logs/pod-sight.ts';
import { buildEnd, type BuildEnd, type BuildSight } from './build-sight.ts';

/** So long the controller has to write a Build's end once its phases are over, in milliseconds. */
const PATIENCE = 10_000;

/**
 * How a Build whose log is over has ended: as its status says, or as its pod does where nobody writes the status.
 */
export async function buildOutcome(
  sight: Live<BuildSight>,
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>,
): Promise<BuildEnd> {
  const waiting = new AbortController();
  const ended = async (): Promise<BuildEnd> => {
    for (;;) {
      const { build } = sight.now();
      const end = build === undefined ? endOfPod(sight.now().pod) : buildEnd(build);
      if (end !== undefined) return end;
      await sight.changed(waiting.signal);
    }
  };
  const late = async (): Promise<BuildEnd> => {
    await sleep(PATIENCE, waiting.signal);
    return endOfPod(sight.now().pod);
  };
  try {
    return await Promise.race([ended(), late()]);
  } finally {
    waiting.abort();
  }
}

/** Completion is the last to run: the workload may be stopped after it. */
function endOfPod(sight: PodSight): BuildEnd {
  if (sight.kind === 'absent' || sight.kind === 'never') return { kind: 'failed', message: 'it has no pod' };
  const phases = phaseContainers(sight.pod);
  if (phases.length > 0 && phases.every((phase) => phase.kind === 'ended' && phase.exitCode === 0)) {
    return { kind: 'succeeded' };
  }
  if (sight.kind === 'deleted') return { kind: 'failed', message: `its pod ${sight.pod.metadata.name} was deleted` };
  const culprit = phases.find((phase) => phase.kind !== 'ended' || phase.exitCode !== 0);
  if (culprit === undefined) return { kind: 'failed', message: `its pod ${sight.pod.metadata.name} has no phases` };
  const { phase } = culprit;
  const message = culprit.kind === 'ended' ? `${phase} ended with ${culprit.exitCode}` : `${phase} did not end`;
  return { kind: 'failed', message };
}
