import type { Outcome } from '../../core/runtime/controller.ts';

/**
 * Requeues a key whose own writes the caches have not seen. `expiresInMs` are the times after which these writes no longer count, and
 * the first one decides: the caches never report an object that is deleted before they have seen it. `undefined` means up to date.
 */
export function requeueIfBehind(outcome: Outcome, ...expiresInMs: readonly (number | undefined)[]): Outcome {
  const delays = expiresInMs.filter((delay) => delay !== undefined);
  if (outcome.kind === 'failed' || delays.length === 0) return outcome;
  const afterMs = Math.min(...delays, ...(outcome.kind === 'requeue' ? [outcome.afterMs] : []));
  return { kind: 'requeue', afterMs };
}
