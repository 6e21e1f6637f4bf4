import type { Resource } from '../../kube/client/resource.ts';

/** What the Build controller keeps or makes, beside what `src/kube` speaks of. */
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

/** By which logs of a Build are found, in kpack as here. */
export const BUILD_LABEL = 'kpack.io/build';
