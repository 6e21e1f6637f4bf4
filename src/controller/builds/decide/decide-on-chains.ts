import { CHAINS_LOGIN_LIMIT_MS } from '../../../core/model/chains-login.ts';
import type { ChainsState } from '../status/chains-state.ts';

/** The next action for the TaskRun of a Build that has succeeded. */
export type ChainsDecision =
  | { readonly kind: 'done' }
  /** Tekton Chains signs, or the next action has its time later. */
  | { readonly kind: 'wait'; readonly afterMs: number }
  /** The ServiceAccount lists the Secret from now on. If Tekton Chains has given up already, it begins again. */
  | { readonly kind: 'give-login' }
  /** Tekton Chains begins again. */
  | { readonly kind: 'ask-again' }
  /** The ServiceAccount does not list the Secret any more. */
  | { readonly kind: 'take-login' };

/**
 * Tekton Chains may have begun its last try before it had the login, and give up after that. A registry can also be away for
 * a while.
 */
export const ASK_AGAIN_AFTER_MS = 10_000;

/**
 * Decides on the login of Tekton Chains: when the Build's own ServiceAccount lists the Secret, and when not any more.
 *
 * Tekton reads the Secrets of the account when it creates a Pod, and it replaces a Pod that is deleted while the TaskRun runs. It creates
 * none for a TaskRun that is done (tektoncd/pipeline, pkg/reconciler/taskrun, `ReconcileKind`). A Build that has succeeded gets no other
 * TaskRun.
 *
 * @param now the wall-clock time in milliseconds since 1970, because another process may have given the login
 */
export function decideOnChains(
  { isDone, signing, givenAtMs, askedAgainAtMs }: ChainsState,
  now: number,
): ChainsDecision {
  if (!isDone) return { kind: 'done' };
  // Tekton Chains has a login of its own, or a process was killed between the writes of `giveLogin`, so the account may list the Secret.
  if (givenAtMs === undefined) return { kind: signing === 'signed' ? 'take-login' : 'give-login' };
  // A time far in the future comes from a clock that was wrong.
  const isOver = Math.abs(now - givenAtMs) >= CHAINS_LOGIN_LIMIT_MS;
  if (signing === 'signed' || isOver) return { kind: 'take-login' };
  const leftMs = givenAtMs + CHAINS_LOGIN_LIMIT_MS - now;
  if (signing === 'pending') return { kind: 'wait', afterMs: leftMs };
  const pauseMs = Math.max(givenAtMs, askedAgainAtMs ?? 0) + ASK_AGAIN_AFTER_MS - now;
  return pauseMs > 0 ? { kind: 'wait', afterMs: Math.min(pauseMs, leftMs) } : { kind: 'ask-again' };
}
