import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldWarning, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import { noEquivalent, type Piece } from './problems.ts';
import type { ReferencedTektonObjects, WrittenTask } from './referenced-objects.ts';

/** A reference to a Task in a TaskRun, or in a task of a Pipeline. */
export type TaskReference = NonNullable<TaskRun['spec']['taskRef']>;

/** Converts a taskRef at the path `at` to v1, in which a bundle is a parameter of a resolver and ClusterTasks are Tasks. */
export function translateTaskRef(reference: TaskReference, at: FieldPath): Piece<JsonObject> {
  const { name, kind, bundle, resolver, params } = reference;
  const isClusterTask = kind !== undefined && isKind(kind, 'ClusterTask');
  if (bundle !== undefined) {
    return { value: bundleReference(bundle, name ?? '', 'task'), problems: isClusterTask ? [inBundle(at)] : [] };
  }
  const value = {
    ...(name !== undefined && { name }),
    ...(kind !== undefined && { kind: isClusterTask || isKind(kind, 'Task') ? 'Task' : kind }),
    ...(resolver !== undefined && { resolver }),
    ...(params !== undefined && { params }),
  };
  return { value, problems: isClusterTask ? [namespaced(name ?? '', at)] : [] };
}

/** Compares kinds without case. Tekton read `clustertask` as a Task, and the ClusterTask becomes a Task of the same name. */
export function isKind(kind: string, expected: 'Task' | 'ClusterTask'): boolean {
  return kind.toLowerCase() === expected.toLowerCase();
}

/** Returns a reference for Tekton's bundle resolver (tektoncd/pipeline, docs/bundle-resolver.md). */
export function bundleReference(bundle: string, name: string, kind: 'task' | 'pipeline'): JsonObject {
  const params = [
    { name: 'bundle', value: bundle },
    { name: 'name', value: name },
    { name: 'kind', value: kind },
  ];
  return { resolver: 'bundles', params };
}

function inBundle(at: FieldPath): FieldProblem {
  return noEquivalent(
    [...at, 'kind'],
    'a ClusterTask in a bundle',
    'push a bundle with the Task, and write kind: Task',
  );
}

function namespaced(name: string, at: FieldPath): FieldProblem {
  const message = `the reference to ClusterTask "${name}" becomes one to the Task of this name, which must be in the namespace of the run; apply the Task there`;
  return fieldWarning([...at, 'kind'], message);
}

/** Returns the Task that a reference names, if the input has it before v1. */
export function referredTask(
  { name, kind, bundle, resolver }: TaskReference,
  namespace: string | undefined,
  objects: ReferencedTektonObjects,
): WrittenTask | undefined {
  if (name === undefined || bundle !== undefined || resolver !== undefined) return undefined;
  return kind !== undefined && isKind(kind, 'ClusterTask') ? objects.clusterTask(name) : objects.task(namespace, name);
}
