import type { PipelineRun } from '../../src/api/tekton/pipeline-run.ts';
import type { JsonObject } from '../../src/model/json.ts';
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
