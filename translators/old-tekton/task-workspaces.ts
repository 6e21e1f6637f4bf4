import type { TaskSpec } from '../../src/api/tekton/task.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldPath, fieldWarning, type FieldProblem } from '../../src/model/problem.ts';
import { freeName, slug } from './names.ts';
import type { Resource } from './task-resources.ts';
import { withoutTrailing } from '../../src/model/trailing.ts';

/** A workspace that replaces a resource which early Tekton copied between tasks, or to and from a bucket. */
export interface ResourceWorkspace {
  readonly name: string;
  /** The directory at which the workspace is mounted. */
  readonly directory: string;
  readonly isOptional: boolean;
  readonly isReadOnly: boolean;
  readonly description: string;
  /** The resource that the workspace replaces, and the output with the same directory, if both share the workspace. */
  readonly resources: readonly Resource[];
}

/** The parent of the directories that files of other tasks are in. Steps never see them as files of the Task. */
const ARTIFACTS = '/var/artifacts';

/**
 * Returns the workspaces of git and storage resources. Each git input and output has its own, from or to which a step copies the
 * files. `isMentioned` is true for directories that steps mention.
 */
export function workspacesOf(
  resources: readonly Resource[],
  isMentioned: (directory: string) => boolean,
): readonly ResourceWorkspace[] {
  const taken = new Set<string>();
  const inputs = resources.filter(({ direction, type }) => direction === 'inputs' && type !== 'image');
  const outputs = resources.filter(({ direction, type }) => direction === 'outputs' && type !== 'image');
  const first = inputs.map((input) => {
    const name = freeName(slug(input.name), taken);
    if (input.type === 'git') return copiedWorkspace(name, input);
    const same = outputs.find((output) => output.name === input.name && isSamePlace(input, output, isMentioned));
    return mountedWorkspace(name, same === undefined ? [input] : [input, same]);
  });
  const shared = first.flatMap((workspace) => workspace.resources);
  const apart = outputs
    .filter((output) => !shared.includes(output))
    .map((output) => {
      const name = freeName(`${slug(output.name)}${taken.has(slug(output.name)) ? '-output' : ''}`, taken);
      return output.type === 'git' ? copiedWorkspace(name, output) : mountedWorkspace(name, [output]);
    });
  return [...first, ...apart];
}

/**
 * Returns the directory in which steps write an output: that of the input of the same name, unless steps write the output
 * elsewhere.
 */
export function writtenDirectory(
  output: Resource,
  resources: readonly Resource[],
  isMentioned: (directory: string) => boolean,
): string {
  const input = resources.find(({ direction, name }) => direction === 'inputs' && name === output.name);
  return input !== undefined && isSamePlace(input, output, isMentioned) ? input.directory : output.directory;
}

function isSamePlace(input: Resource, output: Resource, isMentioned: (directory: string) => boolean): boolean {
  if (output.directory === input.directory) return true;
  return output.directory === `/workspace/output/${output.name}` && !isMentioned(output.directory);
}

function copiedWorkspace(name: string, resource: Resource): ResourceWorkspace {
  return {
    name,
    directory: `${ARTIFACTS}/${name}`,
    isOptional: true,
    isReadOnly: resource.direction === 'inputs',
    description: descriptionOf(resource, [resource]),
    resources: [resource],
  };
}

function mountedWorkspace(name: string, resources: readonly [Resource, ...Resource[]]): ResourceWorkspace {
  const [first] = resources;
  return {
    name,
    directory: first.directory,
    isOptional: resources.every(({ isOptional }) => isOptional),
    isReadOnly: false,
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
export function declaration({ name, description, directory, isOptional, isReadOnly }: ResourceWorkspace): JsonObject {
  return {
    name,
    description,
    mountPath: directory,
    ...(isReadOnly && { readOnly: true }),
    ...(isOptional && { optional: true }),
  };
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
    const directory = withoutTrailing(mountPath, '/');
    const other = workspaces.find(
      (one) => one.name === name || [one, ...one.resources].some((replaced) => replaced.directory === directory),
    );
    if (other === undefined) return [];
    const message = `has the name or the directory of workspace ${JSON.stringify(other.name)}, which replaces a resource; rename it`;
    return [fieldError([...at, 'workspaces', index, 'name'], message)];
  });
}
