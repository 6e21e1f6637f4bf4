import type { TaskRun } from '../../src/api/tekton/task-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { fieldError, fieldNote, type FieldProblem } from '../../src/model/problem.ts';
import { artifactClaim } from './artifact-claim.ts';
import { bindResources, type Bound } from './bindings.ts';
import { metadataOf } from './metadata.ts';
import { noEquivalent, type Translated } from './problems.ts';
import { translateTaskRef } from './task-ref.ts';
import { translateSpec, type TranslatedSpec } from './task-spec.ts';
import type { OldTektonOptions, OldTektonWorld } from './world.ts';

/** A TaskRun of Tekton before v1 as one of tekton.dev/v1, with the claim that its PipelineRun would have brought. */
export function translateTaskRun(
  run: TaskRun,
  version: string,
  world: OldTektonWorld,
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
    problems: [...(embedded?.problems ?? []), ...reference.problems, ...goneFields(run), ...bound.problems],
  };
}

function embeddedSpec(
  { spec: { taskSpec } }: TaskRun,
  version: string,
  world: OldTektonWorld,
  options: OldTektonOptions,
): TranslatedSpec | undefined {
  return taskSpec === undefined ? undefined : translateSpec(taskSpec, version, ['spec', 'taskSpec'], world, options);
}

/** What the Task that a run refers to has become, if it is known; what is wrong with it, it says itself. */
function referredSpec(run: TaskRun, world: OldTektonWorld, options: OldTektonOptions): TranslatedSpec | undefined {
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

/** A claim's volume belongs to root: the group makes the fetching step one that may write there. */
function podTemplateOf(written: JsonObject = {}, { claim }: Bound): JsonObject {
  const { securityContext = {} } = written;
  if (claim === undefined) return written;
  return { ...written, securityContext: { fsGroup: 65_532, ...Object(securityContext) } };
}

function overrides(list: NonNullable<TaskRun['spec']['stepOverrides']>): readonly JsonObject[] {
  return list.map(({ name, resources }) => ({ name, ...(resources !== undefined && { computeResources: resources }) }));
}

function goneFields({ spec: { results, trigger, debug, taskRef, taskSpec } }: TaskRun): readonly FieldProblem[] {
  const breakpoint = ['spec', 'debug', 'breakpoint'];
  const hasOld = typeof debug === 'object' && debug !== null && 'breakpoint' in debug;
  return [
    ...(results === undefined
      ? []
      : [noEquivalent(['spec', 'results'], 'where the log goes', 'keep logs with Tekton Results')]),
    ...(trigger === undefined
      ? []
      : [fieldNote(['spec', 'trigger'], 'nothing reads who started a TaskRun; it is left out')]),
    ...(hasOld
      ? [fieldError(breakpoint, 'is breakpoints in tekton.dev/v1; write breakpoints: {onFailure: enabled}')]
      : []),
    ...(taskRef === undefined && taskSpec === undefined
      ? [fieldError(['spec'], 'missing field(s)', 'taskRef or taskSpec')]
      : []),
  ];
}
