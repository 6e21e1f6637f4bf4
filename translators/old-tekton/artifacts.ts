import type { TaskSpec } from '../../src/core/api/tekton/task.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import { freeName, slug } from './names.ts';
import { ARTIFACTS, normalDirectory } from './reserved-directories.ts';
import type { Resource } from './task-resources.ts';

/** The files of a git or storage resource that a Task gets from an earlier task, or hands on to later tasks. */
export interface Artifact {
  readonly resource: Resource;
  /** The place of the files: a workspace, or an object of a bucket whose location is a parameter. */
  readonly place: 'workspace' | 'bucket';
  /** The name of the workspace or of the parameter. */
  readonly name: string;
}

/**
 * Returns the artifacts of a Task. A step copies the files from or to each of them. Their names differ from those of the Task's own
 * workspaces or parameters.
 */
export function artifactsOf(
  { workspaces = [], params = [] }: TaskSpec,
  resources: readonly Resource[],
  place: Artifact['place'],
): readonly Artifact[] {
  const taken = new Set((place === 'workspace' ? workspaces : params).map(({ name }) => name.toLowerCase()));
  const copied = resources.filter(({ type }) => type !== 'image');
  return copied.map((resource) => ({ resource, place, name: freeName(nameOf(resource, copied, place), taken) }));
}

function nameOf({ name, direction }: Resource, copied: readonly Resource[], place: Artifact['place']): string {
  if (place === 'bucket') return `${slug(name)}-${direction === 'inputs' ? 'from' : 'to'}`;
  const hasInput = copied.some((other) => other.direction === 'inputs' && slug(other.name) === slug(name));
  return direction === 'outputs' && hasInput ? `${slug(name)}-output` : slug(name);
}

/** Returns the variable that steps get the place of the files from. It is empty if there are none. */
export function placeVariable({ place, name }: Artifact): string {
  return place === 'workspace' ? `$(workspaces.${name}.path)` : `$(params.${name})`;
}

/** Returns the workspaces of artifacts (tekton.dev/v1 WorkspaceDeclaration). No step can change the files of an earlier task. */
export function workspaceDeclarations(artifacts: readonly Artifact[]): readonly JsonObject[] {
  return artifacts
    .filter(({ place }) => place === 'workspace')
    .map(({ name, resource }) => ({
      name,
      description: descriptionOf(resource),
      mountPath: `${ARTIFACTS}/${name}`,
      ...(resource.direction === 'inputs' && { readOnly: true }),
      optional: true,
    }));
}

/** Returns the parameters with the locations of artifacts in a bucket (tekton.dev/v1 ParamSpec). */
export function artifactParameters(artifacts: readonly Artifact[]): readonly JsonObject[] {
  return artifacts
    .filter(({ place }) => place === 'bucket')
    .map(({ name, resource }) => ({
      name,
      description: `Location in the bucket: ${descriptionOf(resource)}`,
      type: 'string',
      default: '',
    }));
}

function descriptionOf({ name, type, direction, description }: Resource): string {
  const instead = type === 'git' ? 'fetching it' : 'downloading it';
  const purpose =
    direction === 'inputs'
      ? `${name} from an earlier task, instead of ${instead}`
      : `The files that the steps write as ${name}, for later tasks`;
  return description === undefined ? purpose : `${purpose}: ${description}`;
}

/**
 * Returns the directory in which steps write an output: that of the input of the same name, unless steps write the output
 * elsewhere. `isMentioned` is true for directories that steps mention.
 */
export function writtenDirectory(
  output: Resource,
  resources: readonly Resource[],
  isMentioned: (directory: string) => boolean,
): string {
  const input = resources.find(({ direction, name }) => direction === 'inputs' && name === output.name);
  const isElsewhere = output.directory !== `/workspace/output/${output.name}` || isMentioned(output.directory);
  return input === undefined || isElsewhere ? output.directory : input.directory;
}

/** Reports workspaces with the directory of a resource. */
export function takenDirectories(
  { workspaces = [] }: TaskSpec,
  artifacts: readonly Artifact[],
  at: FieldPath,
): readonly FieldProblem[] {
  return workspaces.flatMap(({ name, mountPath = `/workspace/${name}` }, index) => {
    const other = artifacts.find(({ resource }) => resource.directory === normalDirectory(mountPath));
    if (other === undefined) return [];
    const message = `has the directory of resource ${JSON.stringify(other.resource.name)}; set another mountPath`;
    return [fieldError([...at, 'workspaces', index, 'name'], message)];
  });
}
