import type { Outcome } from '../../../core/runtime/controller.ts';

/** The result of an action: observe the Build again at once, because the cluster has changed, or end this reconcile. */
export type ActionResult = { readonly kind: 'observe-again' } | Outcome;

export const OBSERVE_AGAIN: ActionResult = { kind: 'observe-again' };

/** Ends the reconcile; the Build is reconciled again after a delay, if there is one, or when something changes. */
export function endReconcile(requeueAfterMs: number | undefined): ActionResult {
  return requeueAfterMs === undefined ? { kind: 'done' } : { kind: 'requeue', afterMs: requeueAfterMs };
}
