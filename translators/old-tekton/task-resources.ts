import type { TaskResource, TaskSpec } from '../../src/core/api/tekton/task.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/core/model/problem.ts';
import { noEquivalent, type Piece } from './problems.ts';
import { slug } from './names.ts';
import { normalDirectory, reservedBy } from './reserved-directories.ts';

export type ResourceType = 'git' | 'image' | 'storage';

export type Direction = 'inputs' | 'outputs';

/** A resource of a Task, with the directory that steps read it from or write it to. */
export interface Resource {
  readonly direction: Direction;
  readonly name: string;
  readonly type: ResourceType;
  readonly directory: string;
  readonly isOptional: boolean;
  readonly description?: string;
  readonly path: FieldPath;
}

/** Advice for the types without a translation. */
const REMOVED_TYPES: Readonly<Record<string, string>> = {
  pullRequest: 'fetch the pull request in a step of the Task',
  cluster: 'bind a Secret with a kubeconfig as a workspace',
  cloudEvent: 'set default-cloud-events-sink in the ConfigMap config-events, so that Tekton sends the events',
};

/** True if a Task declares a resource, even one without a translation, which is reported elsewhere. */
export function declares({ resources }: TaskSpec, direction: Direction, name: string): boolean {
  return (resources?.[direction] ?? []).some((declared) => declared.name === name);
}

/** Returns the resources that a Task declares, in order. A resource without a translation is a problem. */
export function resourcesOf(spec: TaskSpec, at: FieldPath): Piece<readonly Resource[]> {
  const problems: FieldProblem[] = [];
  const value = (['inputs', 'outputs'] as const).flatMap((direction) =>
    (spec.resources?.[direction] ?? []).flatMap((declared, index) => {
      const path = [...at, 'resources', direction, index];
      const found = [...typeProblems(declared.type, path), ...placeProblems(declared, path)];
      problems.push(...found);
      return found.length === 0 && isKnown(declared.type)
        ? [resourceOf(spec, declared, declared.type, direction, path)]
        : [];
    }),
  );
  return {
    value,
    problems: [
      ...problems,
      ...value.flatMap(reservedDirectory),
      ...value.flatMap((resource, index) => clashes(resource, value.slice(0, index))),
    ],
  };
}

/** Reports an output in a directory of programs or credentials. Another message is about images outside of shared directories. */
function reservedDirectory({ type, direction, directory, path }: Resource): readonly FieldProblem[] {
  const reason = reservedBy(directory);
  if (reason === undefined || type === 'image' || direction === 'inputs') return [];
  return [fieldError([...path, 'targetPath'], `${reason}; choose a directory below /workspace`)];
}

/** Reports two resources that would get the same parameters or the same directory. */
function clashes(
  { name, type, direction, directory, path }: Resource,
  before: readonly Resource[],
): readonly FieldProblem[] {
  const other = before.find((one) => slug(one.name).toLowerCase() === slug(name).toLowerCase());
  // Only an input and an output can be the same resource.
  const isSame = other?.name === name && other.type === type && other.direction !== direction;
  if (other !== undefined && !isSame) {
    const message = `resource ${JSON.stringify(other.name)} of type ${other.type} is declared in ${other.direction}, and both would get the same parameters; rename one resource`;
    return [fieldError([...path, 'name'], message)];
  }
  const beside = before.find(
    (one) => one.name !== name && one.directory === directory && ![type, one.type].includes('image'),
  );
  if (beside === undefined) return [];
  const message = `resource ${JSON.stringify(beside.name)} has the directory ${directory} too; set another targetPath`;
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

/** Returns `/workspace/<targetPath>`, also for a `targetPath` with a leading slash, or `/workspace/<name>` without a `targetPath`. */
function inputDirectory({ name, targetPath = '' }: TaskResource): string {
  return normalDirectory(`/workspace/${targetPath === '' ? name : targetPath}`);
}

/** Reports a type without a translation. */
export function typeProblems(type: string, path: FieldPath): readonly FieldProblem[] {
  if (Object.hasOwn(REMOVED_TYPES, type)) {
    return [noEquivalent([...path, 'type'], `a resource of type ${type}`, REMOVED_TYPES[type] ?? '')];
  }
  return isKnown(type)
    ? []
    : [fieldError([...path, 'type'], `unknown type ${JSON.stringify(type)}; known are git, image, storage`)];
}

function placeProblems(declared: TaskResource, path: FieldPath): readonly FieldProblem[] {
  const { name, type, targetPath = '' } = declared;
  if (!isKnown(type)) return [];
  if (!/^[A-Za-z0-9][-\w.]*$/.test(name)) {
    return [fieldError([...path, 'name'], `invalid value: ${name}`, 'expected letters, digits, ".", "_" and "-"')];
  }
  return targetPath.split('/').includes('..')
    ? [fieldError([...path, 'targetPath'], 'must not lead out of /workspace; remove ".."')]
    : [];
}

/** True if resources of the type have a translation. */
export function isKnown(type: string): type is ResourceType {
  return type === 'git' || type === 'image' || type === 'storage';
}

/** The directories of output images in early releases of Tekton. Later releases use `/workspace/output`. */
const IMAGE_DIRECTORIES = ['/builder/output-images', '/builder/home/image-outputs', '/tekton/home/image-outputs'];

/** The parts of a Task that can contain paths. */
type Texts = Readonly<Partial<Record<'steps' | 'stepTemplate' | 'sidecars' | 'params', unknown>>>;

/** Returns the directory that steps write an output to: its own, else the default of the Tekton release. */
function outputDirectory(
  spec: TaskSpec,
  { name, targetPath = '', outputImageDir = '' }: TaskResource,
  type: string,
): string {
  const own = outputImageDir === '' ? targetPath : outputImageDir;
  if (own !== '') return normalDirectory(own.startsWith('/') ? own : `/workspace/${own}`);
  const early = type === 'image' ? IMAGE_DIRECTORIES.find((directory) => mentions(spec, directory)) : undefined;
  return `${early ?? '/workspace/output'}/${name}`;
}

/** True if a step, sidecar or parameter of a Task mentions a directory. */
export function mentions({ steps, stepTemplate, sidecars, params }: Texts, directory: string): boolean {
  const [, ...after] = JSON.stringify([steps, stepTemplate, sidecars, params]).split(directory);
  return after.some((rest) => !/^[-\w.]/.test(rest));
}
