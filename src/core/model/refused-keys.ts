/**
 * Keys of labels and annotations that no workload gets, whatever the settings allow: taskpack's own; the one that opens
 * the gate of the `containers` layout; Tekton's, which Tekton obeys on the Pods of TaskRuns (`tekton.dev/ready` starts the
 * first step); those that lift the Pod Security level `restricted`.
 */
const REFUSED_KEYS =
  /^(?:taskpack\.dev|build\.kpack\.io|(?:.*\.)?tekton\.dev|(?:container\.)?(?:apparmor|seccomp)\.security\.(?:alpha|beta)\.kubernetes\.io)\//;

/** True if no workload gets a label or annotation with this key, and for `PREFIX/*` if all its keys are refused. */
export function isRefusedKey(key: string): boolean {
  return REFUSED_KEYS.test(key);
}
