import type { JsonObject } from '../../src/core/model/json.ts';
import { objectLocation } from './artifact-bucket.ts';
import type { Artifact } from './artifacts.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import { inputDirectory, isFromEarlierTask, isRead, outputDirectory, type TaskBinding } from './files-between-tasks.ts';
import type { LinkedTask } from './pipeline-tasks.ts';
import type { Resource } from './task-resources.ts';

/** The resources and tasks of a Pipeline. */
export interface PipelineParts {
  readonly resources: readonly Resource[];
  /** The names of all declared resources, also of those without a translation. */
  readonly declared: ReadonlySet<string>;
  readonly tasks: readonly LinkedTask[];
  /** The name of the workspace, or of the parameter with the location of the bucket, for files that tasks pass to later tasks. */
  readonly artifacts: string;
}

/** The binding of an artifact. It stays unbound if no task needs its files, or if its missing Task is reported already. */
type ArtifactBinding =
  | { readonly kind: 'workspace'; readonly value: JsonObject }
  | { readonly kind: 'param'; readonly value: JsonObject }
  | { readonly kind: 'invalid'; readonly problem: FieldProblem }
  | { readonly kind: 'unbound' };

/** Binds an artifact of a task's Task. It stays unbound if no other task reads or writes its files. */
export function bindArtifact(artifact: Artifact, linked: LinkedTask, parts: PipelineParts): ArtifactBinding {
  const bound = linked.bindings.find(({ resource }) => resource === artifact.resource);
  if (bound === undefined) return { kind: 'unbound' };
  if (isFromEarlierTask(bound)) return bindEarlierFiles(artifact, bound, parts);
  if (artifact.resource.direction === 'inputs' || !isRead(bound, linked, parts.tasks)) return { kind: 'unbound' };
  return bindTo(artifact, outputDirectory(bound, linked), parts);
}

/** The name and the UID of the run keep the objects of two runs apart. */
const RUN = '$(context.pipelineRun.namespace)/$(context.pipelineRun.name)-$(context.pipelineRun.uid)';

function bindTo({ name, place }: Artifact, directory: string, { artifacts }: PipelineParts): ArtifactBinding {
  if (place === 'workspace') return { kind: 'workspace', value: { name, workspace: artifacts, subPath: directory } };
  return { kind: 'param', value: { name, value: objectLocation(`$(params.${artifacts})`, `${RUN}/${directory}`) } };
}

function bindEarlierFiles(artifact: Artifact, input: TaskBinding, parts: PipelineParts): ArtifactBinding {
  const { from = [], resource } = input.binding;
  const path = [...input.path, 'from'];
  if (from.length > 1) {
    const message = 'the step copies a single directory, but several tasks hand the resource on; keep only one task';
    return { kind: 'invalid', problem: fieldError(path, message) };
  }
  const directory = inputDirectory(input, parts.tasks);
  if (directory !== undefined) return bindTo(artifact, directory, parts);
  const source = parts.tasks.find(({ task }) => task.name === from[0]);
  // The missing Task is reported already.
  if (source !== undefined && source.spec === undefined) return { kind: 'unbound' };
  const message = `task ${JSON.stringify(from[0])} has no output that is resource ${JSON.stringify(resource)}; bind the resource to one of its outputs`;
  return { kind: 'invalid', problem: fieldError(path, message) };
}
