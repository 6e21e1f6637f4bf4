import type { BuildProgress, PhaseProgress } from '../../src/model/build-progress.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { objectAt, textAt } from '../../src/model/json-field.ts';
import { isPhaseName } from '../../src/model/phase-name.ts';
import { completed } from '../phases/progress/completed.ts';
import { containerProgress } from '../phases/progress/container-state.ts';
import { parseOutcome } from '../phases/progress/outcome.ts';
import { inPhaseOrder } from '../phases/progress/phase-order.ts';
import { foreignContainer, podContainers, type PodContainer } from '../phases/progress/pod-containers.ts';
import { COPY_CONTAINER } from './containers-layout.ts';
import { podState } from './pod-state.ts';
import { hasNotRun } from './waiter-exit.ts';

/** How far a Pod of ours is, in either layout. */
export function podProgress(pod: JsonObject): BuildProgress {
  const containers = podContainers(pod);
  const phases = phasesOf(containers);
  const podName = textAt(objectAt(pod, 'metadata'), 'name');
  const outcome = parseOutcome(completed(phases)?.message ?? '');
  return {
    state: podState(pod, phases),
    ...(podName !== undefined && { podName }),
    phases,
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
    phases.push({ ...progress, phase, isSkipped: hasNotRun(progress, phases.at(-1)), raw: state });
  }
  return phases;
}
