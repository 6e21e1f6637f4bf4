import type { TaskResource, TaskSpec } from '../../src/api/tekton/task-spec.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import { outputDirectory } from './output-directory.ts';
import { noEquivalent, type Piece } from './problems.ts';

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
  return { value, problems };
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
export function inputDirectory({ name, targetPath = '' }: TaskResource): string {
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
