import type { PipelineSpec, PipelineTask, PipelineTaskResource } from '../../src/core/api/tekton/pipeline.ts';
import type { FieldPath } from '../../src/core/model/problem.ts';
import type { OldTektonOptions, ReferencedTektonObjects } from './referenced-objects.ts';
import { isKind, referredTask } from './task-reference.ts';
import { type Binding, bindingsOf } from './task-run-resources.ts';
import { translateSpec, type TranslatedSpec } from './task.ts';

/** A task of a Pipeline and its Task. */
export interface LinkedTask {
  readonly task: PipelineTask;
  readonly path: FieldPath;
  readonly field: 'tasks' | 'finally';
  /** The Task, translated. Absent for a custom task and for a Task that is not in the input. */
  readonly spec?: TranslatedSpec;
  /** The bindings of resources that the Task declares. */
  readonly bindings: readonly Binding<PipelineTaskResource>[];
}

/** The surroundings of a Pipeline's tasks. */
export interface PipelineContext {
  /** The API version of the Pipeline's document. */
  readonly version: string;
  readonly namespace: string | undefined;
  readonly objects: ReferencedTektonObjects;
  readonly options: OldTektonOptions;
}

/** Returns all tasks of a Pipeline's spec at the path `at`, with their Tasks. */
export function linkedTasks(spec: PipelineSpec, at: FieldPath, context: PipelineContext): readonly LinkedTask[] {
  return (['tasks', 'finally'] as const).flatMap((field) =>
    (spec[field] ?? []).map((task, index) => linkedTask(task, [...at, field, index], field, context)),
  );
}

function linkedTask(
  task: PipelineTask,
  path: FieldPath,
  field: LinkedTask['field'],
  context: PipelineContext,
): LinkedTask {
  const spec = specOf(task, path, context);
  if (spec === undefined) return { task, path, field, bindings: [] };
  return { task, path, field, spec, bindings: bindingsOf(task.resources ?? {}, spec, [...path, 'resources']) };
}

function specOf(
  { taskSpec, taskRef }: PipelineTask,
  path: FieldPath,
  { version, namespace, objects, options }: PipelineContext,
): TranslatedSpec | undefined {
  if (taskSpec !== undefined) {
    return isCustom(taskSpec) ? undefined : translateSpec(taskSpec, version, [...path, 'taskSpec'], objects, options);
  }
  if (taskRef === undefined || isCustom(taskRef)) return undefined;
  const found = referredTask(taskRef, namespace, objects);
  return found === undefined ? undefined : translateSpec(found.task.spec, found.version, ['spec'], objects, options);
}

/** True if another controller than Tekton's runs the task. */
export function isCustom({
  apiVersion,
  kind = 'Task',
}: {
  readonly apiVersion?: string;
  readonly kind?: string;
}): boolean {
  if (apiVersion === undefined) return false;
  return !apiVersion.startsWith('tekton.dev/') || !(isKind(kind, 'Task') || isKind(kind, 'ClusterTask'));
}
