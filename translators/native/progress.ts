import type { BuildProgress, PhaseProgress, WorkloadState } from '../../src/model/build-progress.ts';
import { objectAt, textAt } from '../../src/model/json-field.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { isPhaseName } from '../../src/model/phase-name.ts';
import {
  containerProgress,
  foreignContainer,
  podContainers,
  type PodContainer,
} from '../phases/progress/containers.ts';
import { parseOutcome } from '../phases/progress/outcome.ts';
import { inPhaseOrder, successfulCompletion } from '../phases/progress/phases.ts';
import { failureReason, pendingReason } from '../phases/progress/pod-reason.ts';
import { READY_TIME_ANNOTATION } from '../phases/workload-metadata.ts';
import { COPY_CONTAINER } from './containers-layout.ts';
import { isSkippedByWaiter } from './waiter.ts';

/** Reads the progress of a Build from its Pod, in either layout. */
export function podProgress(pod: JsonObject): BuildProgress {
  const containers = podContainers(pod);
  const phases = phasesOf(containers);
  const metadata = objectAt(pod, 'metadata');
  const podName = textAt(metadata, 'name');
  const gateOpenedAt = textAt(objectAt(metadata, 'annotations'), READY_TIME_ANNOTATION);
  const outcome = parseOutcome(successfulCompletion(phases)?.message ?? '');
  return {
    state: podState(pod, phases),
    ...(podName !== undefined && { podName }),
    phases,
    ...(gateOpenedAt !== undefined && { gateOpenedAt }),
    foreign: containers.filter(({ name }) => !isPhaseName(name) && name !== COPY_CONTAINER).map(foreignContainer),
    helpers: containers
      .filter(({ name }) => name === COPY_CONTAINER)
      .map(({ name, state }) => containerProgress(name, state)),
    ...(outcome !== undefined && { outcome }),
  };
}

function phasesOf(containers: readonly PodContainer[]): readonly PhaseProgress[] {
  const phases: PhaseProgress[] = [];
  for (const [phase, { name, state }] of inPhaseOrder(new Map(containers.map((one) => [one.name, one])))) {
    const progress = containerProgress(name, state);
    phases.push({ ...progress, phase, isSkipped: isSkippedByWaiter(progress, phases.at(-1)), raw: state });
  }
  return phases;
}

/** Returns the Build's state. A Pod is also `Failed` if a deadline stopped sidecars after the Build succeeded. */
function podState(pod: JsonObject, phases: readonly PhaseProgress[]): WorkloadState {
  switch (textAt(objectAt(pod, 'status'), 'phase') ?? 'Pending') {
    case 'Succeeded':
      return { kind: 'succeeded' };
    case 'Failed':
      return successfulCompletion(phases) ? { kind: 'succeeded' } : { kind: 'failed', ...failureReason(pod) };
    // `Unknown`: the node does not respond. Its last report holds until a controller deletes the Pod.
    case 'Unknown':
    case 'Running':
      return { kind: 'running', ...failureReason(pod) };
    default:
      return { kind: 'pending', ...pendingReason(pod) };
  }
}
