import type { PipelineRun } from '../../src/core/api/tekton/pipeline-run.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import type { TranslatedPipeline } from './pipeline.ts';
import type { ArtifactStorage, ReferencedTektonObjects } from './referenced-objects.ts';
import { parameterName } from './resource-parameters.ts';
import { valuesOf } from './resource-values.ts';
import { missingObject } from './task-run-bindings.ts';
import type { Binding } from './task-run-resources.ts';
import { claimSpec } from './task-run-artifacts.ts';

/** The parameters and workspaces that a PipelineRun passes to its Pipeline instead of resources. */
export interface PipelineBindings {
  readonly params: readonly JsonObject[];
  readonly workspaces: readonly JsonObject[];
  /** True if the run has a claim for files that tasks pass to later tasks. */
  readonly usesClaim: boolean;
  readonly problems: readonly FieldProblem[];
}

const AT = ['spec', 'resources'];

/** Binds the run's PipelineResources to the parameters and workspaces that replace the Pipeline's resources. */
export function bindPipelineResources(
  run: PipelineRun,
  pipeline: TranslatedPipeline | undefined,
  objects: ReferencedTektonObjects,
): PipelineBindings {
  if (pipeline === undefined) return { params: [], workspaces: [], usesClaim: false, problems: unknownPipeline(run) };
  const bindings = bindingsOf(run, pipeline);
  const { parameters, artifacts } = pipeline;
  const values = valuesOf(bindings, { kind: 'Pipeline', namespace: run.metadata.namespace, parameters }, objects);
  const own = ownNames(run);
  const usesClaim = artifacts !== undefined && !own.workspaces.has(artifacts);
  return {
    params: values.params.filter(({ name }) => !own.params.has(name)),
    workspaces: usesClaim ? [claimWorkspace(artifacts, objects.artifacts)] : [],
    usesClaim,
    problems: [...undeclared(run, pipeline), ...values.problems, ...unbound(pipeline, bindings, own)],
  };
}

function unknownPipeline({ spec: { resources = [], pipelineRef } }: PipelineRun): readonly FieldProblem[] {
  if (resources.length === 0) return [];
  return [missingObject('Pipeline', pipelineRef?.name ?? '', ['spec', 'pipelineRef'])];
}

function bindingsOf({ spec: { resources = [] } }: PipelineRun, pipeline: TranslatedPipeline): readonly Binding[] {
  return resources.flatMap((binding, index) => {
    const resource = pipeline.resources.find(({ name }) => name === binding.name);
    return resource === undefined ? [] : [{ resource, binding, path: [...AT, index] }];
  });
}

interface OwnNames {
  readonly params: ReadonlySet<string>;
  readonly workspaces: ReadonlySet<string>;
}

function ownNames({ spec: { params = [], workspaces = [] } }: PipelineRun): OwnNames {
  return { params: new Set(params.map(({ name }) => name)), workspaces: new Set(workspaces.map(({ name }) => name)) };
}

/** Returns the claim of the run. Early Tekton created one for each run too. */
function claimWorkspace(name: string, storage: ArtifactStorage): JsonObject {
  return { name, volumeClaimTemplate: { spec: claimSpec(storage) } };
}

function undeclared(
  { spec: { resources = [] } }: PipelineRun,
  { declared }: TranslatedPipeline,
): readonly FieldProblem[] {
  return resources.flatMap(({ name }, index) => {
    if (declared.has(name)) return [];
    const message = `the Pipeline does not declare resource ${JSON.stringify(name)}; remove the binding or correct the name`;
    return [fieldError([...AT, index, 'name'], message)];
  });
}

function unbound(
  { resources }: TranslatedPipeline,
  bindings: readonly Binding[],
  own: OwnNames,
): readonly FieldProblem[] {
  return resources
    .filter(({ isOptional, name }) => !isOptional && !bindings.some(({ resource }) => resource.name === name))
    .filter(({ name }) => !['url', 'location'].some((key) => own.params.has(parameterName(name, key))))
    .map(({ name }) => {
      const message = `resource ${JSON.stringify(name)} of the Pipeline is not bound; bind a PipelineResource to it`;
      return fieldError(AT, message);
    });
}
