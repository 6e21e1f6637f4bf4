import type { Explanation } from '../explanation.ts';

/** How a step of ours can fail: with which code it exits, and what that means to people. */
export interface StepFailure extends Explanation {
  readonly exitCode: number;
}
