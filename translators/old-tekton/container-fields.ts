import type { TaskContainer } from '../../src/core/api/tekton/task.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { FieldPath, FieldProblem } from '../../src/core/model/problem.ts';
import { noEquivalent } from './problems.ts';

export type ContainerKind = 'step' | 'stepTemplate' | 'sidecar';

const SIDECAR_ONLY = 'Tekton does not probe steps; remove the field, or make the step a sidecar';
const SET_BY_TEKTON = 'Tekton sets it itself; remove the field';

/** The fields that v1 allows only for sidecars, with advice (tektoncd/pipeline, docs/migrating-v1beta1-to-v1.md). */
const REMOVED_FROM_STEPS: readonly (readonly [keyof TaskContainer, string])[] = [
  ['ports', SIDECAR_ONLY],
  ['livenessProbe', SIDECAR_ONLY],
  ['readinessProbe', SIDECAR_ONLY],
  ['startupProbe', SIDECAR_ONLY],
  ['lifecycle', SIDECAR_ONLY],
  ['terminationMessagePath', SET_BY_TEKTON],
  ['terminationMessagePolicy', SET_BY_TEKTON],
  ['stdin', SET_BY_TEKTON],
  ['stdinOnce', SET_BY_TEKTON],
  ['tty', SET_BY_TEKTON],
];

/** Converts a step, stepTemplate or sidecar to v1. */
export function containerOf({ resources, ...container }: TaskContainer): JsonObject {
  return { ...container, ...(resources !== undefined && { computeResources: resources }) };
}

/** Reports the fields of a container that v1 does not have. */
export function removedFields(container: TaskContainer, kind: ContainerKind, path: FieldPath): readonly FieldProblem[] {
  if (kind === 'sidecar') return [];
  const gone = REMOVED_FROM_STEPS.filter(([field]) => container[field] !== undefined);
  const problems = gone.map(([field, advice]) => noEquivalent([...path, field], `${field} of a ${kind}`, advice));
  return problems;
}
