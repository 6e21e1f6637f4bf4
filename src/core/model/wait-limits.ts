/**
 * Objects that are applied together arrive in any order, so a referenced object may be missing for this long before the
 * Build fails.
 */
export const MISSING_REFERENCE_TIMEOUT_MS = 60_000;

/**
 * The limit of a Build without `activeDeadlineSeconds`. A quota can be full for hours, so the limit is a day. kpack has no
 * limit.
 */
const DEFAULT_RETRY_LIMIT_SECONDS = 86_400;

/** Returns the number of seconds for which the controller tries to create the Pod or TaskRun of a Build. */
export function retryLimitSeconds({ timeLimitSeconds }: { readonly timeLimitSeconds?: number }): number {
  return timeLimitSeconds ?? DEFAULT_RETRY_LIMIT_SECONDS;
}
