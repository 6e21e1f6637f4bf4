/**
 * Without keys of Tekton's own: it copies a TaskRun's labels and annotations to the pod and steers the pod by some of
 * them (`tekton.dev/ready` opens the first step's gate), so none may come from a Build.
 */
export function withoutTektonKeys(strings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(strings).filter(([key]) => !/^(?:.*\.)?tekton\.dev\//.test(key)));
}
