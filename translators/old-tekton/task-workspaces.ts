import type { TaskSpec } from '../../src/api/tekton/task.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldPath, fieldWarning, type FieldProblem } from '../../src/model/problem.ts';
import { slug } from './names.ts';
import type { Resource } from './task-resources.ts';
import { withoutTrailing } from '../../src/model/trailing.ts';

/** A workspace that replaces a resource which early Tekton copied between tasks, or to and from a bucket. */
export interface ResourceWorkspace {
  readonly name: string;
  readonly directory: string;
  readonly isOptional: boolean;
  readonly description: string;
  /** The resource that the workspace replaces, and the output with the same directory, if both are declared. */
  readonly resources: readonly Resource[];
}

/** Returns the workspaces of git and storage resources. `isMentioned` is true for directories that steps mention. */
export function workspacesOf(
  resources: readonly Resource[],
  isMentioned: (directory: string) => boolean,
): readonly ResourceWorkspace[] {
  const copied = resources.filter(({ type }) => type !== 'image');
  const outputs = copied.filter(({ direction }) => direction === 'outputs');
  const workspaces = copied
    .filter(({ direction }) => direction === 'inputs')
    .map((input) => {
      const same = outputs.find((output) => output.name === input.name && isSamePlace(input, output, isMentioned));
      return workspaceOf(slug(input.name), same === undefined ? [input] : [input, same]);
    });
  const shared = workspaces.flatMap((workspace) => workspace.resources);
  const apart = outputs
    .filter((output) => !shared.includes(output))
    .map((output) => {
      const isTaken = workspaces.some(({ name }) => name === slug(output.name));
      return workspaceOf(`${slug(output.name)}${isTaken ? '-output' : ''}`, [output]);
    });
  return [...workspaces, ...apart];
}

/** True if an output has the directory of the input of the same name, unless steps write it elsewhere. */
function isSamePlace(input: Resource, output: Resource, isMentioned: (directory: string) => boolean): boolean {
  if (output.directory === input.directory) return true;
  return output.directory === `/workspace/output/${output.name}` && !isMentioned(output.directory);
}

function workspaceOf(name: string, resources: readonly [Resource, ...Resource[]]): ResourceWorkspace {
  const [first] = resources;
  return {
    name,
    directory: first.directory,
    // A git input can be fetched instead. Other inputs and all outputs need a workspace.
    isOptional:
      (first.direction === 'inputs' && first.type === 'git') || resources.every(({ isOptional }) => isOptional),
    description: descriptionOf(first, resources),
    resources,
  };
}

function descriptionOf(first: Resource, resources: readonly Resource[]): string {
  const written = new Set(resources.flatMap(({ description }) => description ?? []));
  return [purposeOf(first), ...written].join(': ');
}

function purposeOf({ name, type, direction }: Resource): string {
  if (direction === 'outputs') return `The files that the steps write as ${name}, for later tasks`;
  return type === 'git' ? `${name} from an earlier task, instead of fetching it` : `The files of ${name}`;
}

/** Returns the declaration of a workspace (tekton.dev/v1 WorkspaceDeclaration). */
export function declaration({ name, description, directory, isOptional }: ResourceWorkspace): JsonObject {
  return { name, description, mountPath: directory, ...(isOptional && { optional: true }) };
}

/** Warns that Tekton no longer copies files from and to buckets. */
export function bucketWarnings(workspaces: readonly ResourceWorkspace[]): readonly FieldProblem[] {
  return workspaces.flatMap(({ name, resources }) =>
    resources
      .filter(({ type }) => type === 'storage')
      .map(({ path, direction }) => {
        const way = direction === 'inputs' ? 'fetches from a bucket' : 'uploads to a bucket';
        const message = `Tekton no longer ${way}: workspace ${JSON.stringify(name)} replaces the resource; bind it to a volume with the files`;
        return fieldWarning([...path, 'type'], message);
      }),
  );
}

/** Reports declared workspaces with the name or directory of a workspace that replaces a resource. */
export function takenWorkspaces(
  { workspaces: own = [] }: TaskSpec,
  workspaces: readonly ResourceWorkspace[],
  at: FieldPath,
): readonly FieldProblem[] {
  return own.flatMap(({ name, mountPath = `/workspace/${name}` }, index) => {
    const other = workspaces.find((one) => one.name === name || one.directory === withoutTrailing(mountPath, '/'));
    if (other === undefined) return [];
    const message = `has the name or the directory of workspace ${JSON.stringify(other.name)}, which replaces a resource; rename it`;
    return [fieldError([...at, 'workspaces', index, 'name'], message)];
  });
}
