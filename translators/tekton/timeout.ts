/** Seconds by which the controller is earlier, so that it can read a log before Tekton deletes the pod. */
const HEAD_START = 30;

/**
 * Tekton's pod may run for half as long again (tektoncd/pipeline, pkg/pod/pod.go, deadlineFactor), rounded down, and a Pod
 * takes no more than 2147483647 seconds. Without a timeout it gets just that.
 */
const LONGEST = 1_431_655_765;

/**
 * A duration as Go prints it (time.Duration), which is how it will read back; `0s` is no limit. What is too long for
 * Tekton, 45 years, is without one: the controller ends it in time.
 */
export function taskRunTimeout(timeLimit: number | undefined): string {
  if (timeLimit === undefined || timeLimit + HEAD_START > LONGEST) return '0s';
  return goDuration(timeLimit + HEAD_START);
}

function goDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}
