/**
 * Keys of labels and annotations that no workload gets, whatever the settings allow: taskpack's own; the one that opens
 * the gate of the `containers` layout; Tekton's, which Tekton obeys on the Pods of TaskRuns (`tekton.dev/ready` starts the
 * first step); those that lift the Pod Security level `restricted`.
 */
const REFUSED_KEYS =
  /^(?:taskpack\.dev|build\.kpack\.io|(?:.*\.)?tekton\.dev|(?:container\.)?(?:apparmor|seccomp)\.security\.(?:alpha|beta)\.kubernetes\.io)\//;

/** True for such a key, and for a prefix of such keys that is written as `PREFIX/*`. */
export function isRefusedKey(key: string): boolean {
  return REFUSED_KEYS.test(key);
}
