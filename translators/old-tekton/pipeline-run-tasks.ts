import type { PipelineRun } from '../../src/core/api/tekton/pipeline-run.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { FieldPath, FieldProblem } from '../../src/core/model/problem.ts';
import { overridesOf } from './run-fields.ts';

type Spec = PipelineRun['spec'];

/** Returns the settings for single tasks. Until Tekton 0.37, the accounts of tasks had a list of their own. */
export function taskRunSpecsOf({ taskRunSpecs = [], serviceAccountNames = [] }: Spec): readonly JsonObject[] {
  const accounts = new Map(
    serviceAccountNames.map(({ taskName, serviceAccountName }) => [taskName, serviceAccountName]),
  );
  const named = new Set(taskRunSpecs.map(({ pipelineTaskName }) => pipelineTaskName));
  return [
    ...taskRunSpecs.map((settings) => taskRunSpecOf(settings, accounts.get(settings.pipelineTaskName))),
    ...[...accounts]
      .filter(([task]) => !named.has(task))
      .map(([pipelineTaskName, serviceAccountName]) => ({ pipelineTaskName, serviceAccountName })),
  ];
}

function taskRunSpecOf(
  { pipelineTaskName, metadata, computeResources, timeout, ...settings }: NonNullable<Spec['taskRunSpecs']>[number],
  account: string | undefined,
): JsonObject {
  const { taskPodTemplate, stepOverrides, sidecarOverrides, taskServiceAccountName = account } = settings;
  return {
    pipelineTaskName,
    ...(taskServiceAccountName !== undefined && { serviceAccountName: taskServiceAccountName }),
    ...(taskPodTemplate !== undefined && { podTemplate: taskPodTemplate }),
    ...(stepOverrides !== undefined && { stepSpecs: overridesOf(stepOverrides) }),
    ...(sidecarOverrides !== undefined && { sidecarSpecs: overridesOf(sidecarOverrides) }),
    ...(metadata !== undefined && { metadata }),
    ...(computeResources !== undefined && { computeResources }),
    ...(timeout !== undefined && { timeout }),
  };
}

/**
 * Reports tasks with two accounts, because Tekton takes only one of them. Tekton merges several entries of `taskRunSpecs` for one
 * task, also in v1.
 */
export function conflictingSettings({ taskRunSpecs = [], serviceAccountNames = [] }: Spec): readonly FieldProblem[] {
  return serviceAccountNames.flatMap(({ taskName, serviceAccountName }, index) => {
    const at = ['spec', 'serviceAccountNames', index];
    const first = serviceAccountNames.findIndex((other) => other.taskName === taskName);
    if (serviceAccountNames[first]?.serviceAccountName !== serviceAccountName)
      return [refusal(taskName, at, ['spec', 'serviceAccountNames', first])];
    const settings = taskRunSpecs.findIndex(
      ({ pipelineTaskName, taskServiceAccountName = serviceAccountName }) =>
        pipelineTaskName === taskName && taskServiceAccountName !== serviceAccountName,
    );
    if (settings === -1) return [];
    return [choice(taskName, at, ['spec', 'taskRunSpecs', settings, 'taskServiceAccountName'])];
  });
}

function refusal(task: string, path: FieldPath, other: FieldPath): FieldProblem {
  return { severity: 'error', paths: [path, other], message: `${twoAccounts(task)}; keep one of them` };
}

function choice(task: string, path: FieldPath, other: FieldPath): FieldProblem {
  return { severity: 'warning', paths: [path, other], message: `${twoAccounts(task)}; the second counts` };
}

function twoAccounts(task: string): string {
  return `both give the account of task ${JSON.stringify(task)}, and they differ`;
}
