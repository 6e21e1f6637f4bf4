import type { PhaseProgress, WorkloadState } from '../../src/model/build-progress.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { objectAt, textAt } from '../../src/model/json-field.ts';
import { completed } from '../phases/progress/completed.ts';
import { wordsOfDelay, wordsOfEnd } from '../phases/progress/pod-words.ts';

/** A Pod's phase, in terms of the Build: of a Pod whose sidecars had to be stopped by a deadline it is `Failed`. */
export function podState(pod: JsonObject, phases: readonly PhaseProgress[]): WorkloadState {
  switch (textAt(objectAt(pod, 'status'), 'phase') ?? 'Pending') {
    case 'Succeeded':
      return { kind: 'succeeded' };
    case 'Failed':
      return completed(phases) ? { kind: 'succeeded' } : { kind: 'failed', ...wordsOfEnd(pod) };
    // The node does not answer; what it said last holds until somebody gives it up.
    case 'Unknown':
    case 'Running':
      return { kind: 'running', ...wordsOfEnd(pod) };
    default:
      return { kind: 'pending', ...wordsOfDelay(pod) };
  }
}
