import type { BuildOutcome } from '../../src/core/model/build-outcome.ts';
import type { BuildProgress } from '../../src/core/model/build-progress.ts';
import { defined } from '../../src/core/model/defined.ts';
import { parseJson } from '../../src/core/model/json.ts';
import { list } from '../../src/core/model/objects/reader.ts';
import { taskResult, type TaskResult, type TaskRun } from '../../src/core/model/objects/task-run.ts';
import { readOutcome } from './outcome.ts';

/**
 * Reads what completion reported from a TaskRun. If the step completion declares results, only its own count. Tekton also takes
 * results of every other step into the results of the TaskRun (pkg/pod/status.go, filterResults), so those can be forged. Tekton
 * leaves them out if the TaskRun failed otherwise.
 */
export function taskRunOutcome({ spec, status }: TaskRun): Pick<BuildProgress, 'outcome' | 'outcomeOrigin'> {
  const declared = spec.taskSpec.steps.find(isCompletion);
  const reported = status.steps.find(isCompletion);
  if (declared !== undefined && 'results' in declared.raw)
    return defined({ outcome: outcomeIn(reported?.results ?? [], 'name') });
  // Tekton's entrypoint writes the results that a step found when it ended into the termination message, and Tekton keeps them there
  // (pkg/pod/status.go, createMessageFromResults).
  const inMessage = list(taskResult)(parseJson(reported?.terminated?.message ?? ''));
  const outcome = outcomeIn(inMessage, 'key') ?? outcomeIn(status.results, 'name');
  return outcome === undefined ? {} : { outcome, outcomeOrigin: 'any-step' };
}

function isCompletion({ name }: { readonly name: string | undefined }): boolean {
  return name === 'completion';
}

function outcomeIn(results: readonly TaskResult[], key: 'name' | 'key'): BuildOutcome | undefined {
  return readOutcome(Object.fromEntries(results.map((result) => [result[key] ?? '', result.value ?? ''])));
}
