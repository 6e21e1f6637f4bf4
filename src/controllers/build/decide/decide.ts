import type { BuildSettings } from '../build-settings.ts';
import type { Observation } from '../observe/observation.ts';
import type { Decision } from './decision.ts';
import { decideOnPod } from './decide-on-pod.ts';
import { decideOnTaskRun } from './decide-on-task-run.ts';
import { decideWithoutWorkload } from './decide-without-workload.ts';

/** What is to be done next for a Build. `now` is in milliseconds since 1970. */
export function decide(observation: Observation, settings: BuildSettings, now: number): Decision {
  const { workload } = observation;
  if (workload === undefined) return decideWithoutWorkload(observation, settings, now);
  switch (workload.kind) {
    case 'pod':
      return decideOnPod(workload, observation, settings, now);
    case 'task-run':
      return decideOnTaskRun(workload, observation, now);
  }
}
