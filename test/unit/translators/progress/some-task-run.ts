import type { JsonObject } from '../../../../src/core/model/json.ts';

const STEPS = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'] as const;

/** The parts of a TaskRun on the API server that its progress depends on. */
export interface SomeTaskRun {
  readonly condition?: JsonObject;
  /** The StepStates by step, without names. Other steps are not in the status. */
  readonly steps?: Readonly<Record<string, JsonObject>>;
  readonly results?: Readonly<Record<string, string>>;
  /** `task`: the step completion declares no results of its own. */
  readonly resultsOf?: 'step' | 'task';
  readonly status?: JsonObject;
}

export function someTaskRun({ condition, steps = {}, results, resultsOf = 'step', status }: SomeTaskRun): JsonObject {
  const declared = resultsOf === 'step' ? { results: [{ name: 'IMAGE_URL' }, { name: 'IMAGE_DIGEST' }] } : {};
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name: 'some-build', namespace: 'apps' },
    spec: {
      taskSpec: {
        steps: STEPS.map((name) => ({ name, ...(name === 'completion' && declared) })),
        sidecars: [{ name: 'dummy' }],
      },
    },
    status: {
      ...(condition !== undefined && { conditions: [{ type: 'Succeeded', ...condition }] }),
      podName: 'some-build-pod',
      steps: Object.entries(steps).map(([name, step]) => ({ name, container: `step-${name}`, ...step })),
      ...(results !== undefined && { results: resultList(results) }),
      ...status,
    },
  };
}

/** Results as Tekton lists them. */
export function resultList(results: Readonly<Record<string, string>>): readonly JsonObject[] {
  return Object.entries(results).map(([name, value]) => ({ name, type: 'string', value }));
}

/** Every step, ended well. */
export const BUILT: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  STEPS.map((name) => [name, { terminated: { exitCode: 0, reason: 'Completed' }, terminationReason: 'Completed' }]),
);

/** How Tekton tells of a step behind one that has failed. */
export const SKIPPED_STEP: JsonObject = {
  terminated: { exitCode: 1, reason: 'Error' },
  terminationReason: 'Skipped',
};
