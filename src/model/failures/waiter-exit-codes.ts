/** Exit codes of the waiter (fallback-entrypoint/README.md). */

/** The waiter has skipped its command, because an earlier phase failed. */
export const SKIPPED_EXIT_CODE = 121;

/** The waiter has refused to run a phase, because an earlier phase has not ended. */
export const STARTED_EARLY_EXIT_CODE = 123;
