import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, fieldNote, type FieldProblem } from '../../src/model/problem.ts';
import { artifactClaim, artifactClaimName, bindWorkspaces } from './task-run-workspaces.ts';
import { valuesOf } from './task-run-parameters.ts';
import { bindingsOf, unbound, undeclared } from './task-run-resources.ts';
import { metadataOf } from './metadata.ts';
import { noEquivalent, type Translated } from './problems.ts';
import { translateTaskRef } from './task-run-reference.ts';
import { translateSpec, type TranslatedSpec } from './task.ts';
import type { OldTektonOptions, ReferencedTektonObjects } from './referenced-objects.ts';

/** Converts a TaskRun of Tekton before v1 to tekton.dev/v1. Adds the claim that Tekton created for its PipelineRun. */
export function translateTaskRun(
  run: TaskRun,
  version: string,
  world: ReferencedTektonObjects,
  options: OldTektonOptions,
): Translated {
  const embedded = embeddedSpec(run, version, world, options);
  const task = embedded ?? referredSpec(run, world, options);
  const bound = bindResources(run, task, world);
  const reference = translateTaskRef(run.spec.taskRef);
  const manifest = {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: metadataOf(run.metadata),
    spec: specOf(run, reference.value, embedded?.spec, bound),
  };
  return {
    manifests: [...(bound.claim === undefined ? [] : [artifactClaim(run, bound.claim, world.artifacts)]), manifest],
    problems: [...(embedded?.problems ?? []), ...reference.problems, ...removedFields(run), ...bound.problems],
  };
}

function embeddedSpec(
  { spec: { taskSpec } }: TaskRun,
  version: string,
  world: ReferencedTektonObjects,
  options: OldTektonOptions,
): TranslatedSpec | undefined {
  return taskSpec === undefined ? undefined : translateSpec(taskSpec, version, ['spec', 'taskSpec'], world, options);
}

/** Translates the Task that a run refers to, if the input has it. Its problems are reported for the Task itself. */
function referredSpec(
  run: TaskRun,
  world: ReferencedTektonObjects,
  options: OldTektonOptions,
): TranslatedSpec | undefined {
  const { taskRef } = run.spec;
  if (taskRef?.name === undefined || taskRef.bundle !== undefined) return undefined;
  const found = world.task(run.metadata.namespace, taskRef.name);
  return found === undefined ? undefined : translateSpec(found.task.spec, found.version, ['spec'], world, options);
}

function specOf(
  { spec }: TaskRun,
  taskRef: JsonObject | undefined,
  taskSpec: JsonObject | undefined,
  bound: Bound,
): JsonObject {
  const podTemplate = podTemplateOf(spec.podTemplate, bound);
  const { serviceAccountName, status, statusMessage, retries, timeout, computeResources, managedBy, debug } = spec;
  const params = [...(spec.params ?? []), ...bound.params];
  const workspaces = [...(spec.workspaces ?? []), ...bound.workspaces];
  return {
    ...(taskRef !== undefined && { taskRef }),
    ...(taskSpec !== undefined && { taskSpec }),
    ...(params.length > 0 && { params }),
    ...(workspaces.length > 0 && { workspaces }),
    ...(serviceAccountName !== undefined && { serviceAccountName }),
    ...(timeout !== undefined && { timeout }),
    ...(retries !== undefined && { retries }),
    ...(Object.keys(podTemplate).length > 0 && { podTemplate }),
    ...(spec.stepOverrides !== undefined && { stepSpecs: overrides(spec.stepOverrides) }),
    ...(spec.sidecarOverrides !== undefined && { sidecarSpecs: overrides(spec.sidecarOverrides) }),
    ...(computeResources !== undefined && { computeResources }),
    ...(managedBy !== undefined && { managedBy }),
    ...(debug !== undefined && { debug }),
    ...(status !== undefined && { status }),
    ...(statusMessage !== undefined && { statusMessage }),
  };
}

/** The volume of a claim belongs to root. With this group, the fetch step can write to it. */
function podTemplateOf(written: JsonObject = {}, { claim }: Bound): JsonObject {
  const { securityContext = {} } = written;
  if (claim === undefined) return written;
  return { ...written, securityContext: { fsGroup: 65_532, ...Object(securityContext) } };
}

function overrides(list: NonNullable<TaskRun['spec']['stepOverrides']>): readonly JsonObject[] {
  return list.map(({ name, resources }) => ({ name, ...(resources !== undefined && { computeResources: resources }) }));
}

function removedFields({ spec: { results, trigger, debug, taskRef, taskSpec } }: TaskRun): readonly FieldProblem[] {
  const breakpoint = ['spec', 'debug', 'breakpoint'];
  const hasOld = typeof debug === 'object' && debug !== null && 'breakpoint' in debug;
  return [
    ...(results === undefined
      ? []
      : [noEquivalent(['spec', 'results'], 'the log destination', 'keep logs with Tekton Results')]),
    ...(trigger === undefined
      ? []
      : [fieldNote(['spec', 'trigger'], 'Tekton does not read this field; it is left out')]),
    ...(hasOld
      ? [fieldError(breakpoint, 'tekton.dev/v1 has breakpoints instead; write breakpoints: {onFailure: enabled}')]
      : []),
    ...(taskRef === undefined && taskSpec === undefined
      ? [fieldError(['spec'], 'missing field(s)', 'taskRef or taskSpec')]
      : []),
  ];
}

/** The parameters and workspaces that a TaskRun passes to its Task instead of resources. */
interface Bound {
  readonly params: readonly JsonObject[];
  readonly workspaces: readonly JsonObject[];
  /** The claim of the PipelineRun, if a workspace is on it. */
  readonly claim?: string;
  readonly problems: readonly FieldProblem[];
}

/** Binds the run's PipelineResources to the parameters and workspaces that replace the Task's resources. */
function bindResources(run: TaskRun, task: TranslatedSpec | undefined, world: ReferencedTektonObjects): Bound {
  const { inputs = [], outputs = [] } = run.spec.resources ?? {};
  if (task === undefined) return unknownTask(run, inputs.length + outputs.length);
  const bindings = [...bindingsOf('inputs', inputs, task), ...bindingsOf('outputs', outputs, task)];
  const values = valuesOf(bindings, run, task, world);
  const given = bindWorkspaces(bindings, run, task, artifactClaimName(run), values.fetched, world.artifacts);
  return {
    params: values.params,
    workspaces: given.workspaces,
    ...(given.claim !== undefined && { claim: given.claim }),
    problems: [
      ...undeclared('inputs', inputs, task),
      ...undeclared('outputs', outputs, task),
      ...unbound(bindings, run, task),
      ...values.problems,
      ...given.problems,
    ],
  };
}

function unknownTask({ spec: { taskRef } }: TaskRun, bindings: number): Bound {
  const message = `the resources cannot be converted without Task ${JSON.stringify(taskRef?.name ?? '')}, which is not in the input as v1alpha1 or v1beta1; add the file with -f`;
  return { params: [], workspaces: [], problems: bindings === 0 ? [] : [fieldError(['spec', 'taskRef'], message)] };
}
