import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/model/problem.ts';
import { inputDirectory, isFromEarlierTask, isRead, outputDirectory, type TaskBinding } from './files-between-tasks.ts';
import { slug } from './names.ts';
import type { LinkedTask } from './pipeline-tasks.ts';
import type { Resource } from './task-resources.ts';
import type { ResourceWorkspace } from './task-workspaces.ts';

/** The resources and tasks of a Pipeline. */
export interface PipelineParts {
  readonly resources: readonly Resource[];
  /** The names of all declared resources, also of those without a translation. */
  readonly declared: ReadonlySet<string>;
  readonly tasks: readonly LinkedTask[];
  /** The name of the workspace for files that tasks pass to later tasks. */
  readonly artifacts: string;
}

/** The binding of a workspace. A workspace stays unbound if no task needs its files, or if its missing Task is reported already. */
type WorkspaceBinding =
  | { readonly kind: 'bound'; readonly value: JsonObject }
  | { readonly kind: 'invalid'; readonly problem: FieldProblem }
  | { readonly kind: 'unbound' };

/** Binds a workspace of a task's Task. It stays unbound if no other task reads or writes its files. */
export function bindWorkspace(
  workspace: ResourceWorkspace,
  linked: LinkedTask,
  parts: PipelineParts,
): WorkspaceBinding {
  const { name, resources } = workspace;
  const its = linked.bindings.filter(({ resource }) => resources.includes(resource));
  const [first] = its;
  if (first === undefined) return { kind: 'unbound' };
  const other = its.find(({ binding }) => binding.resource !== first.binding.resource);
  // Other types have parameters, which are reported.
  if (other !== undefined && first.resource.type === 'storage') {
    const message = `workspace ${JSON.stringify(name)} of the Task replaces this resource and ${JSON.stringify(first.binding.resource)}; bind the same resource to both`;
    return { kind: 'invalid', problem: fieldError([...other.path, 'resource'], message) };
  }
  if (first.resource.type === 'storage')
    return { kind: 'bound', value: { name, workspace: slug(first.binding.resource) } };
  const input = its.find(isFromEarlierTask);
  if (input !== undefined) return bindEarlierFiles(name, input, parts);
  const output = its.find(({ resource }) => resource.direction === 'outputs');
  if (output === undefined || !isRead(output, linked, parts.tasks)) return { kind: 'unbound' };
  return { kind: 'bound', value: { name, workspace: parts.artifacts, subPath: outputDirectory(output, linked) } };
}

function bindEarlierFiles(name: string, input: TaskBinding, { tasks, artifacts }: PipelineParts): WorkspaceBinding {
  const { from = [], resource } = input.binding;
  const path = [...input.path, 'from'];
  if (from.length > 1) {
    const message = 'a workspace is a single directory, but several tasks hand the resource on; keep only one task';
    return { kind: 'invalid', problem: fieldError(path, message) };
  }
  const subPath = inputDirectory(input, tasks);
  if (subPath !== undefined) return { kind: 'bound', value: { name, workspace: artifacts, subPath } };
  const source = tasks.find(({ task }) => task.name === from[0]);
  // The missing Task is reported already.
  if (source !== undefined && source.spec === undefined) return { kind: 'unbound' };
  const message = `task ${JSON.stringify(from[0])} has no output that is resource ${JSON.stringify(resource)}; bind the resource to one of its outputs`;
  return { kind: 'invalid', problem: fieldError(path, message) };
}
