import type { PipelineRun } from '../../src/core/api/tekton/pipeline-run.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import { metadataOf } from './metadata.ts';
import { translatePipelineSpec, type TranslatedPipeline } from './pipeline.ts';
import { bindPipelineResources, type PipelineBindings } from './pipeline-run-bindings.ts';
import { resourceVariablesOfPipeline } from './parameter-values.ts';
import { conflictingSettings, taskRunSpecsOf } from './pipeline-run-tasks.ts';
import type { Translated } from './problems.ts';
import type { OldTektonOptions, ReferencedTektonObjects } from './referenced-objects.ts';
import { removedRunFields, templateWithGroup } from './run-fields.ts';
import { translatePipelineRef } from './task-reference.ts';
import { listField } from './list-field.ts';

const AT_REFERENCE = ['spec', 'pipelineRef'];

/** Converts a PipelineRun of Tekton before v1 to tekton.dev/v1. */
export function translatePipelineRun(
  run: PipelineRun,
  version: string,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): Translated {
  const embedded = embeddedPipeline(run, version, objects, options);
  const bound = bindPipelineResources(run, embedded ?? referredPipeline(run, objects, options), objects);
  const manifest = {
    apiVersion: 'tekton.dev/v1',
    kind: 'PipelineRun',
    metadata: metadataOf(run.metadata),
    spec: specOf(run, embedded?.spec, bound),
  };
  const variables = resourceVariablesOfPipeline(run.spec.params ?? [], 'value', ['spec', 'params']);
  const problems = [...(embedded?.problems ?? []), ...removedFields(run), ...variables, ...bound.problems];
  return { manifests: [manifest], problems };
}

function embeddedPipeline(
  { metadata: { namespace }, spec: { pipelineSpec } }: PipelineRun,
  version: string,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): TranslatedPipeline | undefined {
  if (pipelineSpec === undefined) return undefined;
  return translatePipelineSpec(pipelineSpec, ['spec', 'pipelineSpec'], { version, namespace, objects, options });
}

/** Translates the Pipeline that a run refers to, if the input has it. Its problems are reported for the Pipeline itself. */
function referredPipeline(
  { metadata: { namespace }, spec: { pipelineRef = {} } }: PipelineRun,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): TranslatedPipeline | undefined {
  const { name, bundle, resolver } = pipelineRef;
  if (name === undefined || bundle !== undefined || resolver !== undefined) return undefined;
  const found = objects.pipeline(namespace, name);
  if (found === undefined) return undefined;
  const { version, pipeline } = found;
  return translatePipelineSpec(pipeline.spec, ['spec'], { version, namespace, objects, options });
}

function specOf({ spec }: PipelineRun, pipelineSpec: JsonObject | undefined, bound: PipelineBindings): JsonObject {
  const { pipelineRef, serviceAccountName, timeout, managedBy, status } = spec;
  const podTemplate = bound.usesClaim ? templateWithGroup(spec.podTemplate) : spec.podTemplate;
  const template = {
    ...(serviceAccountName !== undefined && { serviceAccountName }),
    ...(podTemplate !== undefined && { podTemplate }),
  };
  const timeouts = spec.timeouts ?? (timeout === undefined ? undefined : { pipeline: timeout });
  return {
    ...(pipelineRef !== undefined && { pipelineRef: translatePipelineRef(pipelineRef, AT_REFERENCE).value }),
    ...(pipelineSpec !== undefined && { pipelineSpec }),
    ...listField('params', [...(spec.params ?? []), ...bound.params]),
    ...listField('workspaces', [...(spec.workspaces ?? []), ...bound.workspaces]),
    ...(Object.keys(template).length > 0 && { taskRunTemplate: template }),
    ...(timeouts !== undefined && { timeouts }),
    ...listField('taskRunSpecs', taskRunSpecsOf(spec)),
    ...(managedBy !== undefined && { managedBy }),
    // The word of Tekton until 0.34.
    ...(status !== undefined && { status: status === 'PipelineRunCancelled' ? 'Cancelled' : status }),
  };
}

function removedFields({ spec }: PipelineRun): readonly FieldProblem[] {
  const { timeout, timeouts, pipelineRef, pipelineSpec } = spec;
  return [
    ...removedRunFields(spec),
    ...conflictingSettings(spec),
    ...(pipelineRef === undefined ? [] : translatePipelineRef(pipelineRef, AT_REFERENCE).problems),
    ...(timeout !== undefined && timeouts !== undefined
      ? [fieldError(['spec', 'timeout'], 'timeouts.pipeline replaces this field; remove one of them')]
      : []),
    ...(pipelineRef === undefined && pipelineSpec === undefined
      ? [fieldError(['spec'], 'missing field(s)', 'pipelineRef or pipelineSpec')]
      : []),
  ];
}
