import type { JsonObject } from '../../src/model/json.ts';
import { fieldWarning, type FieldProblem } from '../../src/model/problem.ts';
import { slug } from './slug.ts';
import type { Resource } from './resources.ts';

/** A workspace that took the place of what early Tekton copied between tasks, or to and from a bucket. */
export interface ResourceWorkspace {
  readonly name: string;
  readonly directory: string;
  readonly isOptional: boolean;
  readonly description: string;
  /** The resource that it stands for, and the output that is the same directory, where both are declared. */
  readonly resources: readonly Resource[];
}

/** The workspaces of a Task's git and storage resources. `isMentioned` says of a directory whether a step names it. */
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

/** An output that is an input too is handed on from where the input lies, unless steps leave it elsewhere. */
function isSamePlace(input: Resource, output: Resource, isMentioned: (directory: string) => boolean): boolean {
  if (output.directory === input.directory) return true;
  return output.directory === `/workspace/output/${output.name}` && !isMentioned(output.directory);
}

function workspaceOf(name: string, resources: readonly [Resource, ...Resource[]]): ResourceWorkspace {
  const [first] = resources;
  return {
    name,
    directory: first.directory,
    // What is fetched needs none, unless an earlier task has left it; what is made has to go somewhere.
    isOptional: first.isOptional || (first.direction === 'inputs' && first.type === 'git'),
    description: descriptionOf(first),
    resources,
  };
}

function descriptionOf({ name, type, direction, description }: Resource): string {
  if (direction === 'outputs') return `What the steps leave as ${name}, for the tasks that come after`;
  const purpose =
    type === 'git' ? `${name} as an earlier task has left it, in place of fetching it` : `The files of ${name}`;
  return description === undefined ? purpose : `${purpose}: ${description}`;
}

/** A workspace as a Task declares it. */
export function declaration({ name, description, directory, isOptional }: ResourceWorkspace): JsonObject {
  return { name, description, mountPath: directory, ...(isOptional && { optional: true }) };
}

/** What is said of buckets: nothing fetches from them or uploads to them any more. */
export function bucketWarnings(workspaces: readonly ResourceWorkspace[]): readonly FieldProblem[] {
  return workspaces.flatMap(({ name, resources }) =>
    resources
      .filter(({ type }) => type === 'storage')
      .map(({ path, direction }) => {
        const way = direction === 'inputs' ? 'fetches from a bucket' : 'uploads to a bucket';
        const message = `nothing in Tekton ${way} any more: workspace ${JSON.stringify(name)} takes the place of the resource, and whoever binds it has the files`;
        return fieldWarning([...path, 'type'], message);
      }),
  );
}
