import type { TaskResource, TaskSpec } from '../../src/api/tekton/task-spec.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import { outputDirectory } from './output-directory.ts';
import { noEquivalent, type Piece } from './problems.ts';
import { slug } from './slug.ts';

export type ResourceType = 'git' | 'image' | 'storage';

export type Direction = 'inputs' | 'outputs';

/** A resource of a Task, with the directory in which steps find it or leave it. */
export interface Resource {
  readonly direction: Direction;
  readonly name: string;
  readonly type: ResourceType;
  readonly directory: string;
  readonly isOptional: boolean;
  readonly description?: string;
  readonly path: FieldPath;
}

/** What took the place of the types that have no translation. */
const GONE: Readonly<Record<string, string>> = {
  pullRequest: 'fetch what is needed of it in a step of your own',
  cluster: 'bind a Secret with a kubeconfig as a workspace',
  cloudEvent: 'have Tekton send events itself (default-cloud-events-sink of the ConfigMap config-events)',
};

/** Whether a Task declares a resource, were it one that has no translation: that is told once. */
export function declares({ resources }: TaskSpec, direction: Direction, name: string): boolean {
  return (resources?.[direction] ?? []).some((declared) => declared.name === name);
}

/** The resources that a Task declares, in order; what has no equivalent is a problem. */
export function resourcesOf(spec: TaskSpec, at: FieldPath): Piece<readonly Resource[]> {
  const problems: FieldProblem[] = [];
  const value = (['inputs', 'outputs'] as const).flatMap((direction) =>
    (spec.resources?.[direction] ?? []).flatMap((declared, index) => {
      const path = [...at, 'resources', direction, index];
      const found = problemsOf(declared, direction, path);
      problems.push(...found);
      return found.length === 0 && isKnown(declared.type)
        ? [resourceOf(spec, declared, declared.type, direction, path)]
        : [];
    }),
  );
  return {
    value,
    problems: [...problems, ...value.flatMap((resource, index) => clashes(resource, value.slice(0, index)))],
  };
}

/** Names of which the same parameters would be made, and directories that two workspaces would have. */
function clashes(
  { name, type, direction, directory, path }: Resource,
  before: readonly Resource[],
): readonly FieldProblem[] {
  const other = before.find((one) => slug(one.name).toLowerCase() === slug(name).toLowerCase());
  // Only an output may be an input too.
  const isSame = other?.name === name && other.type === type && other.direction !== direction;
  if (other !== undefined && !isSame) {
    const message = `resource ${JSON.stringify(other.name)} of type ${other.type} is declared among the ${other.direction}, and both would have the same parameters; rename one of them`;
    return [fieldError([...path, 'name'], message)];
  }
  const beside = before.find(
    (one) => one.name !== name && one.directory === directory && ![type, one.type].includes('image'),
  );
  if (beside === undefined) return [];
  const message = `resource ${JSON.stringify(beside.name)} lies in ${directory} too, where only one workspace can be; give another targetPath`;
  return [fieldError([...path, 'targetPath'], message)];
}

function resourceOf(
  spec: TaskSpec,
  declared: TaskResource,
  type: ResourceType,
  direction: Direction,
  path: FieldPath,
): Resource {
  const { name, optional = false, description } = declared;
  const directory = direction === 'inputs' ? inputDirectory(declared) : outputDirectory(spec, declared, type);
  return {
    direction,
    name,
    type,
    directory,
    isOptional: optional,
    path,
    ...(description !== undefined && { description }),
  };
}

/** `/workspace/<name>`, or below `/workspace` where `targetPath` says. */
function inputDirectory({ name, targetPath = '' }: TaskResource): string {
  return `/workspace/${targetPath === '' ? name : targetPath}`.replace(/\/+$/, '');
}

function problemsOf(declared: TaskResource, direction: Direction, path: FieldPath): readonly FieldProblem[] {
  const { name, type, targetPath = '' } = declared;
  if (Object.hasOwn(GONE, type)) {
    return [noEquivalent([...path, 'type'], `a resource of type ${type}`, GONE[type] ?? '')];
  }
  if (!isKnown(type))
    return [fieldError([...path, 'type'], `unknown type ${JSON.stringify(type)}; known are git, image, storage`)];
  if (!/^[A-Za-z0-9][-\w.]*$/.test(name)) {
    return [fieldError([...path, 'name'], `invalid value: ${name}`, 'expected letters, digits, ".", "_" and "-"')];
  }
  if (direction === 'inputs' && targetPath.startsWith('/')) {
    return [
      fieldError([...path, 'targetPath'], 'the directory of an input is below /workspace; write it without the slash'),
    ];
  }
  return targetPath.split('/').includes('..')
    ? [fieldError([...path, 'targetPath'], 'leads out of /workspace; write it without ".."')]
    : [];
}

function isKnown(type: string): type is ResourceType {
  return type === 'git' || type === 'image' || type === 'storage';
}
