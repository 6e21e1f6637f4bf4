import type { BuildSettings } from '../build-settings.ts';
import type { Observation, ObservedPod } from '../observe/observation.ts';
import type { Decision } from './decision.ts';

/** What one rule sees. `now` is in milliseconds since 1970. */
export interface Situation {
  readonly pod: ObservedPod;
  readonly observation: Observation;
  readonly settings: BuildSettings;
  readonly now: number;
}

/** What one rule has to say of a Pod: what to do; when to look again; or nothing. */
export type Rule = (situation: Situation) => Decision | LookAgain | undefined;

export interface LookAgain {
  readonly kind: 'look-again';
  readonly at: number;
}

/** What the first rule that wants something done says; else a report of progress until the first wants to look again. */
export function follow(rules: readonly Rule[], situation: Situation): Decision {
  let until: number | undefined;
  for (const rule of rules) {
    const said = rule(situation);
    if (said === undefined) continue;
    if (said.kind !== 'look-again') return said;
    until = Math.min(said.at, until ?? said.at);
  }
  return { kind: 'report', progress: situation.pod.progress, ...(until !== undefined && { until }) };
}

/** Does so at that time, and looks again until then. */
export function at(time: number, now: number, decision: Decision): Decision | LookAgain {
  return now < time ? { kind: 'look-again', at: time } : decision;
}
