import type { PipelineRun } from '../../src/core/api/tekton/pipeline-run.ts';
import type { TaskRun } from '../../src/core/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, fieldWarning, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import { noEquivalent, type Piece } from './problems.ts';
import type { ReferencedTektonObjects, WrittenTask } from './referenced-objects.ts';

/**
 * The only spelling that Tekton read as a ClusterTask. Every other kind named a Task in the run's namespace
 * (tektoncd/pipeline 0.10 to 0.44: `getTaskFunc` in pkg/reconciler/taskrun/taskrun.go, later `LocalTaskRefResolver.GetTask`
 * in pkg/reconciler/taskrun/resources/taskref.go).
 */
const CLUSTER_TASK = 'ClusterTask';

/** A reference to a Task in a TaskRun, or in a task of a Pipeline. */
export type TaskReference = NonNullable<TaskRun['spec']['taskRef']>;

/** Converts a taskRef at the path `at` to v1, in which a bundle is a parameter of a resolver and ClusterTasks are Tasks. */
export function translateTaskRef(reference: TaskReference, at: FieldPath): Piece<JsonObject> {
  const { name, kind, bundle, resolver, params } = reference;
  const isClusterTask = kind === CLUSTER_TASK;
  const isMisspelt = !isClusterTask && kind !== undefined && isKind(kind, CLUSTER_TASK);
  if (bundle !== undefined) {
    return {
      value: bundleReference(bundle, name ?? '', isClusterTask ? 'task' : (kind ?? 'Task').toLowerCase()),
      problems: [...(isClusterTask ? [inBundle(at)] : []), ...besideBundle(reference, at)],
    };
  }
  const value = {
    ...(name !== undefined && { name }),
    ...(kind !== undefined && { kind: isKind(kind, CLUSTER_TASK) || isKind(kind, 'Task') ? 'Task' : kind }),
    ...(resolver !== undefined && { resolver }),
    ...(params !== undefined && { params }),
  };
  return {
    value,
    problems: [
      ...(isClusterTask ? [namespaced(name ?? '', at)] : []),
      ...(isMisspelt ? [readAsTask(kind, name ?? '', at)] : []),
    ],
  };
}

/** A reference to a Pipeline in a PipelineRun, or in a task of a Pipeline. */
type PipelineReference = NonNullable<PipelineRun['spec']['pipelineRef']>;

/** Converts a pipelineRef at the path `at` to v1. */
export function translatePipelineRef(reference: PipelineReference, at: FieldPath): Piece<JsonObject> {
  const { name, bundle, resolver, params } = reference;
  if (bundle !== undefined)
    return { value: bundleReference(bundle, name ?? '', 'pipeline'), problems: besideBundle(reference, at) };
  const value = {
    ...(name !== undefined && { name }),
    ...(resolver !== undefined && { resolver }),
    ...(params !== undefined && { params }),
  };
  return { value, problems: [] };
}

/** Compares kinds without case. */
export function isKind(kind: string, expected: 'Task' | 'ClusterTask'): boolean {
  return kind.toLowerCase() === expected.toLowerCase();
}

/** Returns a reference for Tekton's bundle resolver (tektoncd/pipeline, docs/bundle-resolver.md). */
function bundleReference(bundle: string, name: string, kind: string): JsonObject {
  const params = [
    { name: 'bundle', value: bundle },
    { name: 'name', value: name },
    { name: 'kind', value: kind },
  ];
  return { resolver: 'bundles', params };
}

/** Reports the fields of a resolver beside a bundle. Tekton took only one of them. */
function besideBundle(reference: Pick<TaskReference, 'resolver' | 'params'>, at: FieldPath): readonly FieldProblem[] {
  return (['resolver', 'params'] as const)
    .filter((field) => reference[field] !== undefined)
    .map((field) =>
      fieldError([...at, field], 'a bundle is read by the resolver "bundles"; remove this field, or the bundle'),
    );
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

function readAsTask(kind: string, name: string, at: FieldPath): FieldProblem {
  const message = `Tekton read ${JSON.stringify(kind)} as kind Task, because only "ClusterTask" named a ClusterTask; the reference stays one to Task "${name}" in the namespace of the run, so write the kind that you mean`;
  return fieldWarning([...at, 'kind'], message);
}

/**
 * Returns the Task that a reference names, if the input has it before v1. For a ClusterTask in another spelling, this is the
 * Task that Tekton took, or else the ClusterTask, which becomes a Task of the same name.
 */
export function referredTask(
  { name, kind, bundle, resolver }: TaskReference,
  namespace: string | undefined,
  objects: ReferencedTektonObjects,
): WrittenTask | undefined {
  if (name === undefined || bundle !== undefined || resolver !== undefined) return undefined;
  if (kind === CLUSTER_TASK) return objects.clusterTask(name);
  const task = objects.task(namespace, name);
  return task ?? (kind !== undefined && isKind(kind, CLUSTER_TASK) ? objects.clusterTask(name) : undefined);
}
