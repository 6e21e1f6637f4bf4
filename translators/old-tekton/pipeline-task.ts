import type { PipelineTask } from '../../src/core/api/tekton/pipeline.ts';
import { isJsonList, type JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import type { ResourceReplacements } from './pipeline-task-bindings.ts';
import { isCustom, type LinkedTask } from './pipeline-tasks.ts';
import { withoutResourceVariables, withoutResourceVariablesIn } from './parameter-values.ts';
import { noEquivalent, type Piece } from './problems.ts';
import { translatePipelineRef, translateTaskRef } from './task-reference.ts';
import { listField } from './list-field.ts';

/** Converts a task of a Pipeline to v1. `nested` is the Pipeline inside the task, converted. */
export function translatePipelineTask(
  linked: LinkedTask,
  replacements: ResourceReplacements,
  nested: Piece<JsonObject> | undefined,
): Piece<JsonObject> {
  const { task, path, spec } = linked;
  const reference = referenceOf(linked);
  const pipeline = pipelineOf(linked, nested);
  const params = withoutResourceVariables(task.params ?? [], 'value', [...path, 'params'], spec);
  const matrix = matrixOf(linked);
  const { name, displayName, description, onError, retries, timeout } = task;
  return {
    value: {
      name,
      ...(displayName !== undefined && { displayName }),
      ...(description !== undefined && { description }),
      ...reference.value,
      ...pipeline.value,
      ...listField('when', task.when ?? []),
      ...(onError !== undefined && { onError }),
      ...(retries !== undefined && { retries }),
      ...listField('runAfter', runAfterOf(linked, replacements)),
      ...listField('params', [...params.value, ...replacements.params]),
      ...matrix.value,
      ...listField('workspaces', [...(task.workspaces ?? []), ...replacements.workspaces]),
      ...(timeout !== undefined && { timeout }),
    },
    problems: [
      ...reference.problems,
      ...pipeline.problems,
      ...params.problems,
      ...matrix.problems,
      ...replacements.problems,
      ...conditions(task, path),
    ],
  };
}

/** Converts the matrix. Until Tekton 0.41, it was the list of its parameters. */
function matrixOf({ task: { matrix }, path, spec }: LinkedTask): Piece<JsonObject> {
  if (matrix === undefined) return { value: {}, problems: [] };
  const { value, problems } = withoutResourceVariablesIn(matrix, [...path, 'matrix'], spec);
  return { value: { matrix: isJsonList(value) ? { params: value } : value }, problems };
}

/** Returns the order of the task. A task in `finally` has none, and Tekton never handed resources on to one. */
function runAfterOf(
  { task: { runAfter = [] }, field }: LinkedTask,
  replacements: ResourceReplacements,
): readonly string[] {
  return field === 'finally' ? runAfter : [...new Set([...runAfter, ...replacements.runAfter])];
}

function referenceOf({ task: { taskRef, taskSpec }, path, spec }: LinkedTask): Piece<JsonObject> {
  const reference = taskRef === undefined ? undefined : referenceTo(taskRef, [...path, 'taskRef']);
  return {
    value: {
      ...(reference !== undefined && { taskRef: reference.value }),
      ...(taskSpec !== undefined && { taskSpec: embedded(taskSpec, spec?.spec) }),
    },
    problems: [
      ...(reference?.problems ?? []),
      ...(taskSpec === undefined ? [] : [...(spec?.problems ?? []), ...specInTask(taskSpec, [...path, 'taskSpec'])]),
    ],
  };
}

/** Returns the Pipeline that the task runs. Tekton never passed resources to one. */
function pipelineOf({ task, path }: LinkedTask, nested: Piece<JsonObject> | undefined): Piece<JsonObject> {
  const { pipelineRef, pipelineSpec } = task;
  const reference = pipelineRef === undefined ? undefined : translatePipelineRef(pipelineRef, [...path, 'pipelineRef']);
  const resources = (pipelineSpec?.resources ?? []).map((_, index) =>
    noEquivalent(
      [...path, 'pipelineSpec', 'resources', index],
      'a resource of a Pipeline inside a Pipeline',
      'write parameters and workspaces instead',
    ),
  );
  return {
    value: {
      ...(reference !== undefined && { pipelineRef: reference.value }),
      ...(nested !== undefined && { pipelineSpec: nested.value }),
    },
    problems: [...(reference?.problems ?? []), ...resources, ...(nested?.problems ?? [])],
  };
}

function referenceTo(taskRef: NonNullable<PipelineTask['taskRef']>, path: LinkedTask['path']): Piece<JsonObject> {
  return isCustom(taskRef) ? { value: taskRef, problems: [] } : translateTaskRef(taskRef, path);
}

function embedded(written: NonNullable<PipelineTask['taskSpec']>, spec: JsonObject | undefined): JsonObject {
  if (isCustom(written) || spec === undefined) return written;
  const { metadata } = written;
  return { ...(metadata !== undefined && { metadata }), ...spec };
}

/** Reports a Task inside a Pipeline that is written as an object with a spec, which Tekton ignores. */
function specInTask(
  taskSpec: NonNullable<PipelineTask['taskSpec']>,
  path: LinkedTask['path'],
): readonly FieldProblem[] {
  if (isCustom(taskSpec) || taskSpec.spec === undefined) return [];
  const message =
    'Tekton reads this field only for a custom task; move its fields, such as steps, into taskSpec itself';
  return [fieldError([...path, 'spec'], message)];
}

function conditions({ conditions: written }: PipelineTask, path: LinkedTask['path']): readonly FieldProblem[] {
  if (written === undefined || (Array.isArray(written) && written.length === 0)) return [];
  const advice = 'run the check in a task that writes a result, and compare the result in a when expression';
  return [noEquivalent([...path, 'conditions'], 'a Condition', advice)];
}
