import type { PhaseName } from '../../../model/phase-name.ts';
import type { FailureReason } from './failure-reason.ts';

/** Why a Build has failed, for people: it stands in `status.failure` as it is. */
export interface Failure {
  readonly reason: FailureReason;
  readonly phase?: PhaseName;
  readonly exitCode?: number;
  /** Who can do something about it. */
  readonly actor: 'user' | 'platform';
  readonly message: string;
  /** What to try. */
  readonly advice: string;
  /** The last lines of the phase's log. */
  readonly log?: readonly string[];
}
