// The waiter's exit codes that name a cause (fallback-entrypoint/README.md).

/** A program of the phase has replaced a directory by which Tekton reports results and artifacts. */
export const REPLACED_EXIT_CODE = 119;

/** A user who debugged the Build made the held phase fail, or the time limit passed. */
export const HELD_EXIT_CODE = 120;

/** The waiter has skipped its command, because an earlier phase failed. */
export const SKIPPED_EXIT_CODE = 121;

/** The waiter has refused to run a phase, because an earlier phase has not ended. */
export const STARTED_EARLY_EXIT_CODE = 123;
