/** The controller stops a Build this much earlier than Tekton, so that it can read the log before Tekton deletes the Pod. */
const HEAD_START_SECONDS = 30;

/**
 * Tekton gives the Pod 1.5 times the timeout (tektoncd/pipeline, pkg/pod/pod.go, deadlineFactor), and a Pod's deadline
 * is at most 2147483647 seconds. Without a timeout, Tekton sets that maximum.
 */
const MAX_TIMEOUT_SECONDS = 1_431_655_765;

/**
 * Returns `spec.timeout` in the format of Go's time.Duration, as the API server returns it. `0s` means no limit: Tekton
 * has none for Builds above its maximum of 45 years, and the controller stops them.
 */
export function taskRunTimeout(timeLimit: number | undefined): string {
  if (timeLimit === undefined || timeLimit + HEAD_START_SECONDS > MAX_TIMEOUT_SECONDS) return '0s';
  return goDuration(timeLimit + HEAD_START_SECONDS);
}

function goDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}
