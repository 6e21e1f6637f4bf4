import { CANCEL_ANNOTATION } from './image-metadata.ts';
import type { JsonObject } from './json.ts';
import { childName } from './names.ts';
import { objectMeta } from './objects/object-meta.ts';

/** The label of a Build's Pod and TaskRun, as kpack sets it. Tools find the Pods and logs of a Build by this label. */
export const BUILD_LABEL = 'kpack.io/build';

/** Returns the value of the label, which is the Build's name in at most 63 characters. */
export function buildLabelValue(build: string): string {
  return childName(build, '');
}

/** Returns the name of a Build's Pod, which is the name that kpack gives it. */
export function podNameOf(build: string): string {
  return childName(build, '-build-pod');
}

/** Returns the name of a Build's TaskRun. Tekton adds `-pod` for the Pod, which gives `podNameOf`. */
export function taskRunNameOf(build: string): string {
  return childName(build, '-build');
}

/** True if a user has cancelled the Build. It may not have ended yet. */
export function isCancelled({ metadata }: { readonly metadata: JsonObject }): boolean {
  const cancel = objectMeta(metadata).annotations.raw[CANCEL_ANNOTATION];
  return cancel !== undefined && cancel !== 'false';
}
