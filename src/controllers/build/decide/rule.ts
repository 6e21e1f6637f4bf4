import type { BuildSettings } from '../build-settings.ts';
import type { Observation, ObservedPod } from '../observe/observation.ts';
import type { Decision } from './decision.ts';

/** What one rule sees. */
export interface Situation {
  readonly pod: ObservedPod;
  readonly observation: Observation;
  readonly settings: BuildSettings;
}

/** What one rule has to say of a Pod: what to do; when to look again; or nothing. */
export type Rule = (situation: Situation) => Decision | LookAgain | undefined;

export interface LookAgain {
  readonly kind: 'look-again';
  /** In milliseconds. */
  readonly after: number;
}

/** What the first rule that wants something done says; else a report of progress until the first wants to look again. */
export function follow(rules: readonly Rule[], situation: Situation): Decision {
  let after: number | undefined;
  for (const rule of rules) {
    const said = rule(situation);
    if (said === undefined) continue;
    if (said.kind !== 'look-again') return said;
    after = Math.min(said.after, after ?? said.after);
  }
  return { kind: 'report', progress: situation.pod.progress, ...(after !== undefined && { after }) };
}

/** Does so once something has been seen for so many seconds, and looks again until then. */
export function onceSeen(seenFor: number, seconds: number, decision: Decision): Decision | LookAgain {
  const left = seconds * 1000 - seenFor;
  return left > 0 ? { kind: 'look-again', after: left } : decision;
}
