import type { TaskSpec } from '../../src/api/tekton/task-spec.ts';
import type { Json, JsonObject } from '../../src/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../src/model/problem.ts';
import { addedSteps, type AddedSteps } from './added-steps.ts';
import { containerOf, goneFields } from './containers.ts';
import { entrypointOf } from './entrypoints.ts';
import type { OwnStep } from './own-steps.ts';
import { mentions } from './output-directory.ts';
import { parametersOf, ownParameters } from './parameters.ts';
import { noEquivalent } from './problems.ts';
import { makeRewriter, type Rewriter } from './references.ts';
import { declares, resourcesOf, type Direction, type Resource } from './resources.ts';
import { surroundings, type Surroundings } from './step-template.ts';
import type { OldTektonOptions, OldTektonWorld } from './world.ts';
import { bucketWarnings, declaration, workspacesOf, type ResourceWorkspace } from './workspaces.ts';

/** What a Task does, as v1 writes it, and what became of its resources. */
export interface TranslatedSpec {
  readonly spec: JsonObject;
  readonly resources: readonly Resource[];
  /** Whether a resource is declared, were it one that is not among `resources`. */
  readonly declares: (direction: Direction, name: string) => boolean;
  readonly workspaces: readonly ResourceWorkspace[];
  /** The names of the parameters that took the place of resources. */
  readonly parameters: ReadonlySet<string>;
  readonly problems: readonly FieldProblem[];
}

/** Translates what a Task does. `at` leads to it, and `version` is the one that it was written in. */
export function translateSpec(
  spec: TaskSpec,
  version: string,
  at: FieldPath,
  world: OldTektonWorld,
  options: OldTektonOptions,
): TranslatedSpec {
  const { value: resources, problems: faulty } = resourcesOf(spec, at);
  const isDeclared = (direction: Direction, name: string): boolean => declares(spec, direction, name);
  const rewriter = makeRewriter({ resources, declares: isDeclared, params: ownParameters(spec) });
  const steps = stepsOf(spec, at, world);
  const body = bodyOf(spec, steps.value, rewriter, at);
  // With the references replaced, which lead to directories too.
  const isMentioned = (directory: string): boolean => mentions({ ...body, params: spec.params }, directory);
  const params = parametersOf(spec, resources, rewriter.used, at);
  const workspaces = workspacesOf(resources, isMentioned);
  const takenVolumes = new Set((spec.volumes ?? []).map(({ name }) => name));
  const added = addedSteps(spec, resources, takenVolumes, options);
  const { imageDirectories } = added;
  const around = surroundings(body.stepTemplate, { version, resources, imageDirectories, takenVolumes, isMentioned });
  return {
    spec: { ...headOf(spec, params.value, workspaces, added), ...bodyWith(body, around, added) },
    resources,
    declares: isDeclared,
    workspaces,
    parameters: new Set(params.added),
    problems: [
      ...faulty,
      ...params.problems,
      ...takenWorkspaces(spec, workspaces, at),
      ...goneOutputs(spec, at),
      ...added.problems,
      ...steps.problems,
      ...rewriter.problems,
      ...bucketWarnings(workspaces),
    ],
  };
}

/** What a Task says of itself before what it does. */
function headOf(
  { displayName, description, ...spec }: TaskSpec,
  params: readonly Json[],
  workspaces: readonly ResourceWorkspace[],
  { before, after }: AddedSteps,
): JsonObject {
  return {
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    ...list('params', params),
    ...list('workspaces', [...(spec.workspaces ?? []), ...workspaces.map(declaration)]),
    ...list('results', resultsOf(spec, [...before, ...after])),
  };
}

/** What it does, with the steps that were added, and where they run. */
function bodyWith(body: Body, { template, volumes }: Surroundings, added: AddedSteps): JsonObject {
  return {
    ...(Object.keys(template).length > 0 && { stepTemplate: template }),
    steps: [...stepsIn(added.before), ...body.steps, ...stepsIn(added.after)],
    ...list('sidecars', body.sidecars),
    ...list('volumes', [...body.volumes, ...volumes, ...added.volumes]),
  };
}

interface Body {
  readonly stepTemplate: JsonObject;
  readonly steps: readonly JsonObject[];
  readonly sidecars: readonly JsonObject[];
  readonly volumes: readonly JsonObject[];
}

/** The parts of a Task in which references may stand, with today's. */
function bodyOf(
  { stepTemplate = {}, sidecars = [], volumes = [] }: TaskSpec,
  steps: readonly JsonObject[],
  { rewrite }: Rewriter,
  at: FieldPath,
): Body {
  const each = (field: string, items: readonly JsonObject[]): readonly JsonObject[] =>
    items.map((item, index) => rewrite(item, [...at, field, index]));
  return {
    stepTemplate: rewrite(containerOf(stepTemplate), [...at, 'stepTemplate']),
    steps: each('steps', steps),
    sidecars: each('sidecars', sidecars.map(containerOf)),
    volumes: each('volumes', volumes),
  };
}

function stepsOf(
  { steps = [], stepTemplate, sidecars = [] }: TaskSpec,
  at: FieldPath,
  world: OldTektonWorld,
): { readonly value: readonly JsonObject[]; readonly problems: readonly FieldProblem[] } {
  const commands = steps.map((step, index) => entrypointOf(step, stepTemplate, [...at, 'steps', index], world));
  return {
    value: steps.map((step, index) => {
      const { name, image, ...rest } = containerOf(step);
      const head = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
      return { ...head, ...commands[index]?.value, ...rest };
    }),
    problems: [
      ...goneFields(stepTemplate ?? {}, 'stepTemplate', [...at, 'stepTemplate']),
      ...steps.flatMap((step, index) => goneFields(step, 'step', [...at, 'steps', index])),
      ...sidecars.flatMap((sidecar, index) => goneFields(sidecar, 'sidecar', [...at, 'sidecars', index])),
      ...commands.flatMap(({ problems }) => problems),
    ],
  };
}

function stepsIn(added: readonly OwnStep[]): readonly JsonObject[] {
  return added.map(({ step }) => step);
}

/** The Task's own results go before those of added steps that have the same name. */
function resultsOf({ results = [] }: TaskSpec, added: readonly OwnStep[]): readonly Json[] {
  const names = new Set<Json | undefined>(results.map(({ name }) => name));
  const own = added.flatMap((step) => step.results).filter((result) => !names.has(result['name']));
  return [...results, ...own];
}

/** Workspaces of the Task that have the name, or the directory, of one for a resource. */
function takenWorkspaces(
  { workspaces: own = [] }: TaskSpec,
  workspaces: readonly ResourceWorkspace[],
  at: FieldPath,
): readonly FieldProblem[] {
  return own.flatMap(({ name, mountPath = `/workspace/${name}` }, index) => {
    const other = workspaces.find((one) => one.name === name || one.directory === mountPath.replace(/\/+$/, ''));
    if (other === undefined) return [];
    const message = `takes the name or the directory of workspace ${JSON.stringify(other.name)}, which takes the place of a resource; rename it`;
    return [fieldError([...at, 'workspaces', index, 'name'], message)];
  });
}

function goneOutputs({ outputs }: TaskSpec, at: FieldPath): readonly FieldProblem[] {
  if (outputs?.results === undefined) return [];
  const path = [...at, 'outputs', 'results'];
  return [
    noEquivalent(
      path,
      'a result with a format and a path',
      'declare it in spec.results and write it to $(results.NAME.path)',
    ),
  ];
}

function list(field: string, items: readonly Json[]): JsonObject {
  return items.length === 0 ? {} : { [field]: items };
}
