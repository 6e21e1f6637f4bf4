import { CHAINS_LOGIN_ANNOTATION } from '../../../core/model/chains-login.ts';
import { defined } from '../../../core/model/defined.ts';
import type { TaskRun } from '../../../core/model/objects/task-run.ts';

/** The time since which the TaskRun's ServiceAccount lists the Secret (RFC 3339). */
export const LOGIN_GIVEN_ANNOTATION = 'taskpack.dev/chains-login-given';

/** The time at which the controller last let Tekton Chains try again (RFC 3339). */
export const ASKED_AGAIN_ANNOTATION = 'taskpack.dev/chains-asked-again';

/** `true` once Tekton Chains has signed, `failed` once it has given up. Without it, Tekton Chains tries (tektoncd/chains). */
export const SIGNED_ANNOTATION = 'chains.tekton.dev/signed';

/** The number of failed tries of Tekton Chains. */
export const RETRIES_ANNOTATION = 'chains.tekton.dev/retries';

/** A TaskRun whose image Tekton Chains signs with the login of a Secret. Its annotations say all, so any process can continue. */
export interface ChainsState {
  /** The name of the Secret. */
  readonly secret: string;
  /** True if the TaskRun is done. Tekton creates no Pod for such a TaskRun, and Tekton Chains begins. */
  readonly isDone: boolean;
  readonly signing: 'pending' | 'signed' | 'failed';
  /** Milliseconds since 1970; absent if the ServiceAccount does not list the Secret. */
  readonly givenAtMs?: number;
  /** Milliseconds since 1970. */
  readonly askedAgainAtMs?: number;
}

/** Returns `undefined` if no Secret is named, or if the Secret has left the ServiceAccount for good. */
export function chainsStateOf({ metadata: { annotations }, status }: TaskRun): ChainsState | undefined {
  const secret = annotations.get(CHAINS_LOGIN_ANNOTATION);
  if (secret === undefined) return undefined;
  const condition = status.conditions.find(({ type }) => type === 'Succeeded')?.status;
  return {
    secret,
    isDone: condition === 'True' || condition === 'False',
    signing: signingOf(annotations.get(SIGNED_ANNOTATION)),
    ...defined({
      givenAtMs: timeOf(annotations.get(LOGIN_GIVEN_ANNOTATION)),
      askedAgainAtMs: timeOf(annotations.get(ASKED_AGAIN_ANNOTATION)),
    }),
  };
}

function signingOf(annotation: string | undefined): ChainsState['signing'] {
  if (annotation === 'true') return 'signed';
  return annotation === 'failed' ? 'failed' : 'pending';
}

/** A time that a user has made unreadable is long past. */
function timeOf(annotation: string | undefined): number | undefined {
  if (annotation === undefined) return undefined;
  const time = Date.parse(annotation);
  return Number.isNaN(time) ? 0 : time;
}
