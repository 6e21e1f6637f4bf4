import { metadataOf } from './metadata.ts';
import { noEquivalent, type Translated } from './problems.ts';
import type { OldTektonOptions, ReferencedTektonObjects, WrittenTask } from './referenced-objects.ts';
import type { ClusterTask, TaskSpec } from '../../src/core/api/tekton/task.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import {
  fieldError,
  fieldNote,
  fieldWarning,
  type FieldPath,
  type FieldProblem,
} from '../../src/core/model/problem.ts';
import { addedSteps, type AddedSteps, type ResourcePlaces } from './added-steps.ts';
import { containerOf, removedFields } from './container-fields.ts';
import { entrypointOf } from './step-commands.ts';
import type { TaskpackStep } from './resource-steps.ts';
import { declares, type Direction, mentions, type Resource, resourcesOf } from './task-resources.ts';
import { ownParameters, parametersOf } from './task-parameters.ts';
import { withoutResourceVariables } from './parameter-values.ts';
import { makeRewriter, type Rewriter } from './variables.ts';
import { reservedMounts } from './reserved-directories.ts';
import { stepDefaults, type StepDefaults } from './step-template.ts';
import {
  type Artifact,
  artifactParameters,
  artifactsOf,
  takenDirectories,
  workspaceDeclarations,
  writtenDirectory,
} from './artifacts.ts';
import { listField } from './list-field.ts';

/** Converts a Task or ClusterTask of Tekton before v1 to a Task of tekton.dev/v1. */
export function translateTask(
  { task, version }: WrittenTask,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): Translated {
  const { spec, problems } = translateSpec(task.spec, version, ['spec'], objects, options);
  const manifest = { apiVersion: 'tekton.dev/v1', kind: 'Task', metadata: metadataOf(task.metadata), spec };
  return { manifests: [manifest], problems: [...(task.kind === 'ClusterTask' ? [namespaced(task)] : []), ...problems] };
}

/** Warns that not every namespace has the Task. */
function namespaced({ metadata: { name } }: ClusterTask): FieldProblem {
  const message = `ClusterTask "${name}" becomes a Task, and a Task is only for its own namespace; apply the Task in each namespace whose runs refer to it`;
  return fieldWarning(['kind'], message);
}

/** A Task's specification in v1, and the replacements of its resources. */
export interface TranslatedSpec {
  readonly spec: JsonObject;
  readonly resources: readonly Resource[];
  /** True if the Task declares a resource, even one without a translation. */
  readonly declares: (direction: Direction, name: string) => boolean;
  readonly artifacts: readonly Artifact[];
  /** The names of the parameters that replace resources. */
  readonly parameters: ReadonlySet<string>;
  readonly problems: readonly FieldProblem[];
}

/** Translates a Task's specification. `at` is its path, and `version` is the API version of its document. */
export function translateSpec(
  spec: TaskSpec,
  version: string,
  at: FieldPath,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): TranslatedSpec {
  const { value: resources, problems: faulty } = resourcesOf(spec, at);
  const names = { resources, declares: (direction: Direction, name: string) => declares(spec, direction, name) };
  const defaults = withoutResourceVariables(spec.params ?? [], 'default', [...at, 'params'], names);
  const rewriter = makeRewriter({ ...names, params: ownParameters(spec) });
  const steps = stepsOf(spec, at, objects);
  const body = bodyOf(spec, steps.value, rewriter, at);
  // The variables are replaced first, because they can contain directories.
  const isMentioned = (directory: string): boolean => mentions({ ...body, params: defaults.value }, directory);
  const params = parametersOf(defaults.value, resources, rewriter.used, at);
  const places = placesOf(spec, resources, objects, isMentioned);
  const { artifacts } = places;
  const takenVolumes = new Set((spec.volumes ?? []).map(({ name }) => name));
  const added = addedSteps(spec, resources, places, takenVolumes, options);
  const { outputDirectories } = added;
  const around = stepDefaults(body.stepTemplate, { version, resources, outputDirectories, takenVolumes, isMentioned });
  return {
    spec: { ...headOf(spec, params.value, artifacts, added), ...bodyWith(body, around, added) },
    resources,
    declares: names.declares,
    artifacts,
    parameters: new Set(params.added),
    problems: [
      ...faulty,
      ...missingSteps(spec, at),
      ...defaults.problems,
      ...params.problems,
      ...takenDirectories(spec, artifacts, at),
      ...removedOutputs(spec, at),
      ...added.problems,
      ...(added.before.length + added.after.length > 0 ? reservedMounts(spec, body.stepTemplate, at) : []),
      ...steps.problems,
      ...rewriter.problems,
    ],
  };
}

/** Reports a Task without steps, as Tekton does (task_validation.go). Steps in a field `spec` have a problem of their own. */
function missingSteps({ steps = [], ...spec }: TaskSpec, at: FieldPath): readonly FieldProblem[] {
  return steps.length > 0 || 'spec' in spec ? [] : [fieldError([...at, 'steps'], 'missing field(s)')];
}

/** Returns where the files of the resources are, and where they are handed on. */
function placesOf(
  spec: TaskSpec,
  resources: readonly Resource[],
  { artifacts: { bucket } }: ReferencedTektonObjects,
  isMentioned: (directory: string) => boolean,
): ResourcePlaces {
  return {
    artifacts: artifactsOf(spec, resources, bucket === undefined ? 'workspace' : 'bucket'),
    writtenDirectory: (output) => writtenDirectory(output, resources, isMentioned),
    ...(bucket !== undefined && { bucket }),
  };
}

/** Returns the fields before the steps: name, description, parameters, workspaces and results. */
function headOf(
  { displayName, description, ...spec }: TaskSpec,
  params: readonly Json[],
  artifacts: readonly Artifact[],
  { before, after }: AddedSteps,
): JsonObject {
  return {
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    ...listField('params', [...params, ...artifactParameters(artifacts)]),
    ...listField('workspaces', [...(spec.workspaces ?? []), ...workspaceDeclarations(artifacts)]),
    ...listField('results', resultsOf(spec, [...before, ...after])),
  };
}

/** Returns the stepTemplate, the steps with the added ones, the sidecars and the volumes. */
function bodyWith(body: Body, { template, volumes }: StepDefaults, added: AddedSteps): JsonObject {
  return {
    ...(Object.keys(template).length > 0 && { stepTemplate: template }),
    steps: [...stepsIn(added.before), ...body.steps, ...stepsIn(added.after)],
    ...listField('sidecars', body.sidecars),
    ...listField('volumes', [...body.volumes, ...volumes, ...added.volumes]),
  };
}

interface Body {
  readonly stepTemplate: JsonObject;
  readonly steps: readonly JsonObject[];
  readonly sidecars: readonly JsonObject[];
  readonly volumes: readonly JsonObject[];
}

/** Converts the parts of a Task that can contain variables, and replaces the variables. */
function bodyOf(
  { stepTemplate = {}, sidecars = [], volumes = [] }: TaskSpec,
  steps: readonly JsonObject[],
  { rewrite }: Rewriter,
  at: FieldPath,
): Body {
  const { name: _, ...template } = stepTemplate;
  const each = (field: string, items: readonly JsonObject[]): readonly JsonObject[] =>
    items.map((item, index) => rewrite(item, [...at, field, index]));
  return {
    stepTemplate: rewrite(containerOf(template), [...at, 'stepTemplate']),
    steps: each('steps', steps),
    sidecars: each('sidecars', sidecars.map(containerOf)),
    volumes: each('volumes', volumes),
  };
}

function stepsOf(
  { steps = [], stepTemplate, sidecars = [] }: TaskSpec,
  at: FieldPath,
  objects: ReferencedTektonObjects,
): { readonly value: readonly JsonObject[]; readonly problems: readonly FieldProblem[] } {
  const commands = steps.map((step, index) => entrypointOf(step, stepTemplate, [...at, 'steps', index], objects));
  return {
    value: steps.map((step, index) => {
      const { name = stepTemplate?.name, image, ...rest } = containerOf(step);
      const head = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
      return { ...head, ...commands[index]?.value, ...rest };
    }),
    problems: [
      ...removedFields(stepTemplate ?? {}, 'stepTemplate', [...at, 'stepTemplate']),
      ...namesOfTemplate(stepTemplate, steps, [...at, 'stepTemplate', 'name']),
      ...steps.flatMap((step, index) => removedFields(step, 'step', [...at, 'steps', index])),
      ...sidecars.flatMap((sidecar, index) => removedFields(sidecar, 'sidecar', [...at, 'sidecars', index])),
      ...commands.flatMap(({ problems }) => problems),
    ],
  };
}

/** Reports the name of a stepTemplate. In early Tekton, it was the name of each step without one, so only one step may lack it. */
function namesOfTemplate(
  template: TaskSpec['stepTemplate'],
  steps: NonNullable<TaskSpec['steps']>,
  at: FieldPath,
): readonly FieldProblem[] {
  if (template?.name === undefined) return [];
  const unnamed = steps.filter(({ name }) => name === undefined).length;
  if (unnamed > 1) return [fieldError(at, `${unnamed} steps have no name and would all get this one; name the steps`)];
  const use =
    unnamed === 1 ? 'becomes the name of the only step without one' : 'is left out, because all steps have names';
  return [fieldNote(at, use)];
}

function stepsIn(added: readonly TaskpackStep[]): readonly JsonObject[] {
  return added.map(({ step }) => step);
}

/** Returns all results. A declared result takes precedence over an added step's result of the same name. */
function resultsOf({ results = [] }: TaskSpec, added: readonly TaskpackStep[]): readonly Json[] {
  const names = new Set<Json | undefined>(results.map(({ name }) => name));
  const own = added.flatMap((step) => step.results).filter((result) => !names.has(result['name']));
  return [...results, ...own];
}

function removedOutputs({ outputs }: TaskSpec, at: FieldPath): readonly FieldProblem[] {
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
