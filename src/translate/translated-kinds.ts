import type { ApiObject } from '../api/read-objects.ts';

/** The kinds of Tekton before v1 that are translated to tekton.dev/v1. */
export const OLD_TEKTON_KINDS = ['Task', 'ClusterTask', 'TaskRun', 'Pipeline', 'PipelineRun'] as const;

/** An object of Tekton before v1 that is translated. */
export type OldTektonObject = Extract<ApiObject, { kind: (typeof OLD_TEKTON_KINDS)[number] }>;

export function isOldTekton(object: ApiObject): object is OldTektonObject {
  return OLD_TEKTON_KINDS.some((kind) => kind === object.kind);
}

/** True if the object becomes a workload, or an object that a workload of Tekton refers to. */
export function isTranslated(object: ApiObject): boolean {
  return object.kind === 'Build' || object.kind === 'Image' || isOldTekton(object);
}
