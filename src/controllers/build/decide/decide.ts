import type { BuildSettings } from '../build-settings.ts';
import type { Observation } from '../observe/observation.ts';
import type { Decision } from './decision.ts';
import { decideOnPod } from './decide-on-pod.ts';
import { decideOnTaskRun } from './decide-on-task-run.ts';
import { decideWithoutWorkload } from './decide-without-workload.ts';

/** What is to be done next for a Build. */
export function decide(observation: Observation, settings: BuildSettings): Decision {
  const { workload } = observation;
  if (workload === undefined) return decideWithoutWorkload(observation, settings);
  switch (workload.kind) {
    case 'pod':
      return decideOnPod(workload, observation, settings);
    case 'task-run':
      return decideOnTaskRun(workload, observation, settings);
  }
}
