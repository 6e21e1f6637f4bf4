import type { TaskRun } from '../../src/core/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import { type Bound, bindResources } from './task-run-bindings.ts';
import { artifactClaim } from './task-run-artifacts.ts';
import { metadataOf } from './metadata.ts';
import { listField } from './list-field.ts';
import { withoutResourceVariables } from './parameter-values.ts';
import type { Piece, Translated } from './problems.ts';
import { overridesOf, removedRunFields, templateWithGroup } from './run-fields.ts';
import { referredTask, translateTaskRef } from './task-reference.ts';
import { translateSpec, type TranslatedSpec } from './task.ts';
import type { OldTektonOptions, ReferencedTektonObjects } from './referenced-objects.ts';

/** Converts a TaskRun of Tekton before v1 to tekton.dev/v1. Adds the claim that Tekton created for its PipelineRun. */
export function translateTaskRun(
  run: TaskRun,
  version: string,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): Translated {
  const embedded = embeddedSpec(run, version, objects, options);
  const task = embedded ?? referredSpec(run, objects, options);
  const bound = bindResources(run, task, objects);
  const reference = referenceOf(run);
  const params = withoutResourceVariables(run.spec.params ?? [], 'value', ['spec', 'params'], task);
  const manifest = {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: metadataOf(run.metadata),
    spec: specOf(run, reference.value, embedded?.spec, { ...bound, params: [...params.value, ...bound.params] }),
  };
  return {
    manifests: [...(bound.claim === undefined ? [] : [artifactClaim(run, bound.claim, objects.artifacts)]), manifest],
    problems: [
      ...(embedded?.problems ?? []),
      ...reference.problems,
      ...removedFields(run),
      ...params.problems,
      ...bound.problems,
    ],
  };
}

function referenceOf({ spec: { taskRef } }: TaskRun): Piece<JsonObject | undefined> {
  if (taskRef === undefined) return { value: undefined, problems: [] };
  const { value, problems } = translateTaskRef(taskRef, ['spec', 'taskRef']);
  const isCustomTask = !(taskRef.apiVersion ?? 'tekton.dev/v1').startsWith('tekton.dev/');
  const message = 'a TaskRun can only run Tasks of tekton.dev; use a CustomRun';
  return {
    value,
    problems: [...problems, ...(isCustomTask ? [fieldError(['spec', 'taskRef', 'apiVersion'], message)] : [])],
  };
}

function embeddedSpec(
  { spec: { taskSpec } }: TaskRun,
  version: string,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): TranslatedSpec | undefined {
  return taskSpec === undefined ? undefined : translateSpec(taskSpec, version, ['spec', 'taskSpec'], objects, options);
}

/** Translates the Task that a run refers to, if the input has it. Its problems are reported for the Task itself. */
function referredSpec(
  run: TaskRun,
  objects: ReferencedTektonObjects,
  options: OldTektonOptions,
): TranslatedSpec | undefined {
  const { taskRef } = run.spec;
  const found = taskRef === undefined ? undefined : referredTask(taskRef, run.metadata.namespace, objects);
  return found === undefined ? undefined : translateSpec(found.task.spec, found.version, ['spec'], objects, options);
}

function specOf(
  { spec }: TaskRun,
  taskRef: JsonObject | undefined,
  taskSpec: JsonObject | undefined,
  bound: Bound,
): JsonObject {
  const podTemplate = bound.claim === undefined ? (spec.podTemplate ?? {}) : templateWithGroup(spec.podTemplate);
  const { serviceAccountName, status, statusMessage, retries, timeout, computeResources, managedBy, debug } = spec;
  const workspaces = [...(spec.workspaces ?? []), ...bound.workspaces];
  return {
    ...(taskRef !== undefined && { taskRef }),
    ...(taskSpec !== undefined && { taskSpec }),
    ...listField('params', bound.params),
    ...(workspaces.length > 0 && { workspaces }),
    ...(serviceAccountName !== undefined && { serviceAccountName }),
    ...(timeout !== undefined && { timeout }),
    ...(retries !== undefined && { retries }),
    ...(Object.keys(podTemplate).length > 0 && { podTemplate }),
    ...(spec.stepOverrides !== undefined && { stepSpecs: overridesOf(spec.stepOverrides) }),
    ...(spec.sidecarOverrides !== undefined && { sidecarSpecs: overridesOf(spec.sidecarOverrides) }),
    ...(computeResources !== undefined && { computeResources }),
    ...(managedBy !== undefined && { managedBy }),
    ...(debug !== undefined && { debug }),
    ...(status !== undefined && { status }),
    ...(statusMessage !== undefined && { statusMessage }),
  };
}

function removedFields({ spec }: TaskRun): readonly FieldProblem[] {
  const { debug, taskRef, taskSpec } = spec;
  const breakpoint = ['spec', 'debug', 'breakpoint'];
  const hasOld = typeof debug === 'object' && debug !== null && 'breakpoint' in debug;
  return [
    ...removedRunFields(spec),
    ...(hasOld
      ? [fieldError(breakpoint, 'tekton.dev/v1 has breakpoints instead; write breakpoints: {onFailure: enabled}')]
      : []),
    ...(taskRef === undefined && taskSpec === undefined
      ? [fieldError(['spec'], 'missing field(s)', 'taskRef or taskSpec')]
      : []),
  ];
}
