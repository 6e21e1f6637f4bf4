import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Live } from '../../logs/live.ts';
import { phaseContainers } from '../../logs/phase-containers.ts';
import type { PodSight } from '../../logs/pod-sight.ts';
import { buildEnd, goesOn, type BuildEnd, type BuildSight } from './build-sight.ts';

/** So long the controller has to write a Build's end once its phases are over, in milliseconds. */
const PATIENCE = 10_000;

/** What becomes of a Build whose log is over. */
export type BuildOutcome =
  | BuildEnd
  /** Its pod was made once more. */
  | { readonly kind: 'goes-on'; readonly pod: KubeObject };

/** What the outcome is waited for with. */
export interface Waiting {
  readonly sight: Live<BuildSight>;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/**
 * How a Build whose log is over has ended, as its status says, or as its pod does where nobody writes the status; or that
 * it goes on. Rejects with the signal's reason.
 */
export async function buildOutcome({ sight, sleep, signal }: Waiting): Promise<BuildOutcome> {
  const known = new AbortController();
  const waiting = AbortSignal.any([signal, known.signal]);
  const told = async (): Promise<BuildOutcome> => {
    for (;;) {
      const outcome = outcomeOf(sight.now());
      if (outcome !== undefined) return outcome;
      await sight.changed(waiting);
    }
  };
  const late = async (): Promise<BuildOutcome> => {
    await sleep(PATIENCE, waiting);
    const { build, pod } = sight.now();
    const end = endOfPod(pod);
    return end.kind === 'failed' && build !== undefined && goesOn(build) ? told() : end;
  };
  try {
    return await Promise.race([told(), late()]);
  } catch (error) {
    // Node's own timers reject with an error of theirs.
    signal.throwIfAborted();
    throw error;
  } finally {
    known.abort();
  }
}

function outcomeOf({ build, pod, successor }: BuildSight): BuildOutcome | undefined {
  if (successor !== undefined) return { kind: 'goes-on', pod: successor };
  return build === undefined ? endOfPod(pod) : buildEnd(build);
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
