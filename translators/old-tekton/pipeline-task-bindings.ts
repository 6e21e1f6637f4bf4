import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import { isFromEarlierTask, type TaskBinding } from './files-between-tasks.ts';
import type { NeededKey } from './pipeline-resources.ts';
import { bindArtifact, type PipelineParts } from './pipeline-task-artifacts.ts';
import { isCustom, type LinkedTask } from './pipeline-tasks.ts';
import { parameterName, valueKeysOf } from './resource-parameters.ts';
import { differentBinding } from './resource-values.ts';
import { missingObject } from './task-run-bindings.ts';
import { unbound, undeclared } from './task-run-resources.ts';

/** The parameters and workspaces that replace the resources of a task of a Pipeline. */
export interface ResourceReplacements {
  readonly params: readonly JsonObject[];
  readonly workspaces: readonly JsonObject[];
  /** True if the task hands files on, or gets files of an earlier task. */
  readonly usesArtifacts: boolean;
  /** The fields of the Pipeline's resources that the parameters contain. */
  readonly needed: readonly NeededKey[];
  /** The tasks from which this one gets resources. */
  readonly runAfter: readonly string[];
  readonly problems: readonly FieldProblem[];
}

/** Replaces the resources of a task by the Pipeline's parameters and workspaces. */
export function replaceResources(linked: LinkedTask, parts: PipelineParts): ResourceReplacements {
  const { task, spec, path, bindings } = linked;
  const at = [...path, 'resources'];
  const written = task.resources ?? {};
  const all = [...(written.inputs ?? []), ...(written.outputs ?? [])];
  const runAfter = [...new Set(all.flatMap(({ from = [] }) => from))];
  if (spec === undefined) {
    return {
      params: [],
      workspaces: [],
      usesArtifacts: false,
      needed: [],
      runAfter,
      problems: all.length === 0 ? [] : [unknownTask(linked)],
    };
  }
  const values = parametersOf(linked, parts);
  const own = [...(task.workspaces ?? []), ...(task.params ?? [])];
  const artifacts = spec.artifacts
    .filter(({ name }) => !own.some((one) => one.name === name))
    .map((artifact) => bindArtifact(artifact, linked, parts));
  return {
    params: [...values.params, ...artifacts.flatMap((bound) => (bound.kind === 'param' ? [bound.value] : []))],
    workspaces: artifacts.flatMap((bound) => (bound.kind === 'workspace' ? [bound.value] : [])),
    usesArtifacts: artifacts.some(({ kind }) => kind === 'workspace' || kind === 'param'),
    needed: values.needed,
    runAfter,
    problems: [
      ...undeclared(written, spec, at),
      ...unbound(bindings, own, spec, at, 'bind a resource of the Pipeline to it'),
      ...bindings.flatMap((bound) => resourceProblems(bound, parts)),
      ...values.problems,
      ...artifacts.flatMap((bound) => (bound.kind === 'invalid' ? [bound.problem] : [])),
    ],
  };
}

function unknownTask({ task: { taskRef, taskSpec, pipelineRef, pipelineSpec }, path }: LinkedTask): FieldProblem {
  if (pipelineRef !== undefined || pipelineSpec !== undefined) {
    return fieldError([...path, 'resources'], 'a Pipeline inside a Pipeline gets no resources; remove the field');
  }
  if (taskSpec !== undefined || (taskRef !== undefined && isCustom(taskRef))) {
    return fieldError([...path, 'resources'], 'a custom task has no resources; remove the field');
  }
  return missingObject(taskRef?.kind ?? 'Task', taskRef?.name ?? '', [...path, 'taskRef']);
}

/** Reports a resource that the Pipeline does not declare, or declares with another type. */
function resourceProblems(
  { resource, binding, path }: TaskBinding,
  { resources, declared }: PipelineParts,
): readonly FieldProblem[] {
  const declaration = resources.find(({ name }) => name === binding.resource);
  if (declaration === undefined) {
    if (declared.has(binding.resource)) return [];
    const message = `the Pipeline does not declare resource ${JSON.stringify(binding.resource)}; declare it, or correct the name`;
    return [fieldError([...path, 'resource'], message)];
  }
  if (declaration.type === resource.type) return [];
  const message = `the Task declares a resource of type ${resource.type}, but this resource of the Pipeline has type ${declaration.type}; bind one of type ${resource.type}`;
  return [fieldError([...path, 'resource'], message)];
}

function parametersOf(
  { spec, bindings }: LinkedTask,
  { resources }: PipelineParts,
): Pick<ResourceReplacements, 'params' | 'needed' | 'problems'> {
  const differing = new Map<TaskBinding, FieldProblem>();
  const seen = new Map<string, string>();
  const given = bindings.flatMap((bound) => {
    const from = resources.find(({ name }) => name === bound.binding.resource);
    if (from === undefined || from.type !== bound.resource.type) return [];
    return valueKeysOf(bound.resource).flatMap(({ key }) => {
      const name = parameterName(bound.resource.name, key);
      if (spec?.parameters.has(name) !== true) return [];
      const before = seen.get(name);
      seen.set(name, before ?? from.name);
      if (before !== undefined && before !== from.name)
        differing.set(bound, differentBinding([...bound.path, 'resource'], name));
      // Without a URL, the Task does not fetch the files again.
      const isGiven = key !== 'name' && bound.resource.type === 'git' && isFromEarlierTask(bound);
      return before === undefined && !isGiven ? [{ name, key, resource: from.name }] : [];
    });
  });
  return {
    params: given.map(({ name, key, resource }) => ({ name, value: `$(params.${parameterName(resource, key)})` })),
    needed: given,
    problems: [...differing.values()],
  };
}
