import type { BuildSettings } from '../build-settings.ts';
import type { Observation, ObservedPod } from '../observe/observation.ts';
import type { Decision } from './decision.ts';
import { failedPhase } from './failed-phase.ts';
import { gate } from './gate.ts';
import { goingAway } from './going-away.ts';
import { recreation } from './recreation.ts';
import { follow, type Rule } from './rule.ts';
import { startDeadline } from './start-deadline.ts';
import { theEnd } from './the-end.ts';

const cancelled: Rule = ({ pod, observation }) => {
  if (!observation.isCancelled) return undefined;
  return pod.stage === 'unscheduled'
    ? { kind: 'delete-workload', workload: pod }
    : { kind: 'stop', workload: pod, cause: { kind: 'cancelled' } };
};

/** What is still to be said of a Pod that was stopped: how it ends. */
const STOPPED: readonly Rule[] = [theEnd, ({ pod, observation }) => goingAway(pod, observation)];

/** In this order: what has happened comes before what was asked for, and that before what takes too long. */
const RUNNING: readonly Rule[] = [
  recreation,
  theEnd,
  ({ pod, observation }) => goingAway(pod, observation),
  cancelled,
  gate,
  failedPhase,
  startDeadline,
];

/** What is to be done for a Build whose Pod is there. */
export function decideOnPod(pod: ObservedPod, observation: Observation, settings: BuildSettings): Decision {
  return follow(pod.stop === undefined ? RUNNING : STOPPED, { pod, observation, settings });
}
