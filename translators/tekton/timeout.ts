/** Seconds by which the controller is earlier, so that it can read a log before Tekton deletes the pod. */
const HEAD_START = 30;

/** A duration as Go prints it (time.Duration), which is how it will read back; `0s` is no limit. */
export function taskRunTimeout(timeLimit: number | undefined): string {
  return timeLimit === undefined ? '0s' : goDuration(timeLimit + HEAD_START);
}

function goDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}
