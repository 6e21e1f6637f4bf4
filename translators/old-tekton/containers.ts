import type { TaskContainer } from '../../src/api/tekton/task-spec.ts';
import type { JsonObject } from '../../src/model/json.ts';
import type { FieldPath, FieldProblem } from '../../src/model/problem.ts';
import { noEquivalent } from './problems.ts';

export type ContainerKind = 'step' | 'stepTemplate' | 'sidecar';

const OF_A_SERVER = 'a step ends, and nothing asks whether it is ready; remove the field, or make the step a sidecar';
const OF_TEKTON = 'Tekton sets it itself; remove the field';

/** What v1 has of a sidecar alone (docs/migrating-v1beta1-to-v1 of tektoncd/pipeline). */
const GONE_FROM_STEPS: readonly (readonly [keyof TaskContainer, string])[] = [
  ['ports', OF_A_SERVER],
  ['livenessProbe', OF_A_SERVER],
  ['readinessProbe', OF_A_SERVER],
  ['startupProbe', OF_A_SERVER],
  ['lifecycle', OF_A_SERVER],
  ['terminationMessagePath', OF_TEKTON],
  ['terminationMessagePolicy', OF_TEKTON],
  ['stdin', OF_TEKTON],
  ['stdinOnce', OF_TEKTON],
  ['tty', OF_TEKTON],
];

/** A step, template or sidecar as v1 writes it. */
export function containerOf({ resources, ...container }: TaskContainer): JsonObject {
  return { ...container, ...(resources !== undefined && { computeResources: resources }) };
}

/** The fields of a container that v1 lacks. */
export function goneFields(container: TaskContainer, kind: ContainerKind, path: FieldPath): readonly FieldProblem[] {
  if (kind === 'sidecar') return [];
  const gone = GONE_FROM_STEPS.filter(([field]) => container[field] !== undefined);
  const problems = gone.map(([field, advice]) => noEquivalent([...path, field], `${field} of a ${kind}`, advice));
  if (kind === 'step' || container.name === undefined) return problems;
  return [...problems, noEquivalent([...path, 'name'], 'name of a stepTemplate', 'remove the field')];
}
