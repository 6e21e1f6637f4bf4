import type { TaskRun } from '../../src/core/api/tekton/task-run.ts';
import type { Json, JsonObject } from '../../src/core/model/json.ts';
import { fieldNote, type FieldProblem } from '../../src/core/model/problem.ts';
import { noEquivalent } from './problems.ts';

/** Reports the fields of the first TaskRuns and PipelineRuns that v1 does not have. */
export function removedRunFields({
  results,
  trigger,
}: {
  readonly results?: Json;
  readonly trigger?: Json;
}): readonly FieldProblem[] {
  return [
    ...(results === undefined
      ? []
      : [noEquivalent(['spec', 'results'], 'the log destination', 'keep logs with Tekton Results')]),
    ...(trigger === undefined
      ? []
      : [fieldNote(['spec', 'trigger'], 'Tekton does not read this field; it is left out')]),
  ];
}

/** Returns the pod template for steps that write to a claim. Its volume belongs to root without this group. */
export function templateWithGroup(written: JsonObject = {}): JsonObject {
  const { securityContext = {} } = written;
  return { ...written, securityContext: { fsGroup: 65_532, ...Object(securityContext) } };
}

/** Converts the resources of single steps or sidecars to v1. */
export function overridesOf(list: NonNullable<TaskRun['spec']['stepOverrides']>): readonly JsonObject[] {
  return list.map(({ name, resources }) => ({ name, ...(resources !== undefined && { computeResources: resources }) }));
}
