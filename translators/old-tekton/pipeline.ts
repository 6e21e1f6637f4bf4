import type { PipelineSpec } from '../../src/core/api/tekton/pipeline.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldPath, type FieldProblem, fieldWarning } from '../../src/core/model/problem.ts';
import { metadataOf } from './metadata.ts';
import { bucketProblem } from './artifact-bucket.ts';
import { freeName } from './names.ts';
import { pipelineResources, resourceParameters } from './pipeline-resources.ts';
import { resourceVariablesOfPipeline } from './parameter-values.ts';
import { replaceResources, type ResourceReplacements } from './pipeline-task-bindings.ts';
import { circles } from './pipeline-order.ts';
import { linkedTasks, type LinkedTask, type PipelineContext } from './pipeline-tasks.ts';
import { translatePipelineTask } from './pipeline-task.ts';
import type { Piece, Translated } from './problems.ts';
import type {
  ArtifactBucket,
  OldTektonOptions,
  ReferencedTektonObjects,
  WrittenPipeline,
} from './referenced-objects.ts';
import type { Resource } from './task-resources.ts';
import { listField } from './list-field.ts';

/** Converts a Pipeline of Tekton before v1 to tekton.dev/v1. */
export function translatePipeline(
  { pipeline, version }: WrittenPipeline,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): Translated {
  const context = { version, namespace: pipeline.metadata.namespace, objects, options };
  const { spec, problems } = translatePipelineSpec(pipeline.spec, ['spec'], context);
  const manifest = { apiVersion: 'tekton.dev/v1', kind: 'Pipeline', metadata: metadataOf(pipeline.metadata), spec };
  return { manifests: [manifest], problems };
}

/** A Pipeline's specification in v1, and the replacements of its resources. */
export interface TranslatedPipeline {
  readonly spec: JsonObject;
  /** The resources that tasks use. */
  readonly resources: readonly Resource[];
  /** The names of all declared resources. */
  readonly declared: ReadonlySet<string>;
  /** The names of the parameters that replace resources. */
  readonly parameters: ReadonlySet<string>;
  /** The workspace for files that tasks pass to later tasks, if some do and there is no bucket. */
  readonly artifacts?: string;
  readonly problems: readonly FieldProblem[];
}

/** Translates a Pipeline's specification at the path `at`. */
export function translatePipelineSpec(spec: PipelineSpec, at: FieldPath, context: PipelineContext): TranslatedPipeline {
  const tasks = linkedTasks(spec, at, context);
  const found = pipelineResources(spec, at);
  const declared = new Set((spec.resources ?? []).map(({ name }) => name));
  const bound = new Set(tasks.flatMap(boundResources));
  const resources = found.value.filter(({ name }) => bound.has(name));
  const { bucket } = context.objects.artifacts;
  const artifacts = freeName(
    'artifacts',
    new Set([...(spec.workspaces ?? []), ...(spec.params ?? [])].map(({ name }) => name)),
  );
  const translated = tasks.map((task) =>
    translatedTask(task, replaceResources(task, { resources, declared, tasks, artifacts }), context),
  );
  const needed = translated.flatMap(({ replacements }) => replacements.needed);
  const params = resourceParameters(resources, needed, spec, at);
  const usesArtifacts = translated.some(({ replacements }) => replacements.usesArtifacts);
  const shared = usesArtifacts ? sharedArtifacts(artifacts, bucket) : { params: [], workspaces: [] };
  return {
    spec: {
      ...headOf(spec, [...params.value, ...shared.params], shared.workspaces),
      tasks: tasksOf('tasks', translated),
      ...listField('finally', tasksOf('finally', translated)),
    },
    resources,
    declared,
    parameters: new Set(params.value.map(({ name }) => name)),
    ...(shared.workspaces.length > 0 && { artifacts }),
    problems: [
      ...found.problems,
      ...resourceVariablesOfPipeline(spec.params ?? [], 'default', [...at, 'params']),
      ...unused(found.value, bound),
      ...params.problems,
      ...circles(tasks),
      ...(usesArtifacts ? bucketProblems(bucket, at) : []),
      ...translated.flatMap(({ problems }) => problems),
    ],
  };
}

/** The parameters and workspaces of a Pipeline for files that tasks pass to later tasks. */
interface SharedArtifacts {
  readonly params: readonly JsonObject[];
  readonly workspaces: readonly JsonObject[];
}

function sharedArtifacts(name: string, bucket: ArtifactBucket | undefined): SharedArtifacts {
  const description = 'The files that tasks hand on to later tasks';
  if (bucket === undefined) return { params: [], workspaces: [{ name, description }] };
  const { location } = bucket;
  return {
    params: [{ name, description: `Location in the bucket: ${description}`, type: 'string', default: location }],
    workspaces: [],
  };
}

function bucketProblems(bucket: ArtifactBucket | undefined, at: FieldPath): readonly FieldProblem[] {
  const problem = bucket === undefined ? undefined : bucketProblem(bucket);
  return problem === undefined ? [] : [fieldError([...at, 'tasks'], problem)];
}

interface TranslatedTask extends Piece<JsonObject> {
  readonly field: LinkedTask['field'];
  readonly replacements: ResourceReplacements;
}

/** Translates one task of a Pipeline; `replacements` stand for its resources. */
function translatedTask(
  task: LinkedTask,
  replacements: ResourceReplacements,
  context: PipelineContext,
): TranslatedTask {
  const translated = translatePipelineTask(task, replacements, nestedPipeline(task, context));
  return { field: task.field, replacements, ...translated };
}

function nestedPipeline(
  { task: { pipelineSpec }, path }: LinkedTask,
  context: PipelineContext,
): Piece<JsonObject> | undefined {
  if (pipelineSpec === undefined) return undefined;
  const { spec, problems } = translatePipelineSpec(pipelineSpec, [...path, 'pipelineSpec'], context);
  return { value: spec, problems };
}

/** Returns the fields before the tasks: name, description, parameters, workspaces and results. */
function headOf(
  { displayName, description, ...spec }: PipelineSpec,
  params: readonly JsonObject[],
  workspaces: readonly JsonObject[],
): JsonObject {
  return {
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    ...listField('params', [...(spec.params ?? []), ...params]),
    ...listField('workspaces', [...(spec.workspaces ?? []), ...workspaces]),
    ...listField('results', spec.results ?? []),
  };
}

function tasksOf(field: LinkedTask['field'], translated: readonly TranslatedTask[]): readonly JsonObject[] {
  return translated.flatMap((task) => (task.field === field ? [task.value] : []));
}

function boundResources({
  task: { resources },
}: {
  readonly task: NonNullable<PipelineSpec['tasks']>[number];
}): readonly string[] {
  return [...(resources?.inputs ?? []), ...(resources?.outputs ?? [])].map(({ resource }) => resource);
}

function unused(resources: readonly Resource[], bound: ReadonlySet<string>): readonly FieldProblem[] {
  return resources
    .filter(({ name }) => !bound.has(name))
    .map(({ name, path }) => fieldWarning(path, `no task uses resource ${JSON.stringify(name)}, so it is left out`));
}
