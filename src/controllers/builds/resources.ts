import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { Resource } from '../../kube/client/resource.ts';
import { objectAt } from '../../model/json-field.ts';
import { CANCEL_ANNOTATION } from '../../model/image-metadata.ts';
import { childName } from '../../model/names.ts';

export const BUILDS: Resource = {
  group: 'kpack.io',
  version: 'v1alpha2',
  plural: 'builds',
  kind: 'Build',
  isNamespaced: true,
};

export const TASK_RUNS: Resource = {
  group: 'tekton.dev',
  version: 'v1',
  plural: 'taskruns',
  kind: 'TaskRun',
  isNamespaced: true,
};

export const CONFIG_MAPS: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  isNamespaced: true,
};

/** The label of a Build's Pod or TaskRun. kpack sets it too; `kp` finds logs by it. */
export const BUILD_LABEL = 'kpack.io/build';

/** True if a user has cancelled the Build. It may not have ended yet. */
export function isCancelled({ metadata }: KubeObject): boolean {
  const cancel = objectAt(metadata, 'annotations')[CANCEL_ANNOTATION];
  return cancel !== undefined && cancel !== 'false';
}

/** Returns the name of a Build's Pod, which is the name that kpack gives it. */
export function podNameOf(build: string): string {
  return childName(build, '-build-pod');
}

/** Returns the name of a Build's TaskRun. Tekton adds `-pod` for the Pod, which gives `podNameOf`. */
export function taskRunNameOf(build: string): string {
  return childName(build, '-build');
}
