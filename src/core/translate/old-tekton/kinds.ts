import type { ApiObject } from '../../api/read-objects.ts';

/** The kinds of Tekton before v1 that are translated to tekton.dev/v1. */
export const OLD_TEKTON_KINDS = ['Task', 'ClusterTask', 'TaskRun', 'Pipeline', 'PipelineRun'] as const;

/** An object of Tekton before v1 that is translated. */
export type OldTektonObject = Extract<ApiObject, { kind: (typeof OLD_TEKTON_KINDS)[number] }>;

export type OldTektonRun = Extract<OldTektonObject, { kind: 'TaskRun' | 'PipelineRun' }>;

export function isOldTekton(object: ApiObject): object is OldTektonObject {
  return OLD_TEKTON_KINDS.some((kind) => kind === object.kind);
}

export function isOldRun(object: ApiObject): object is OldTektonRun {
  return isRunKind(object.kind);
}

export function isRunKind(kind: string | undefined): boolean {
  return kind === 'TaskRun' || kind === 'PipelineRun';
}
