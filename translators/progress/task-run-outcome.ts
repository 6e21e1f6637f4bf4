import type { BuildOutcome } from '../../src/core/model/build-outcome.ts';
import type { BuildProgress } from '../../src/core/model/build-progress.ts';
import { objectAt, objectsAt, textAt } from '../../src/core/model/json-field.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../src/core/model/json.ts';
import { readOutcome } from './outcome.ts';

/**
 * Reads what completion reported from a TaskRun. If the step completion declares results, only its own count. Tekton also takes
 * results of every other step into the results of the TaskRun (pkg/pod/status.go, filterResults), so those can be forged. Tekton
 * leaves them out if the TaskRun failed otherwise.
 */
export function taskRunOutcome(taskRun: JsonObject): Pick<BuildProgress, 'outcome' | 'outcomeOrigin'> {
  const declared = completionOf(objectAt(objectAt(taskRun, 'spec'), 'taskSpec'));
  const status = objectAt(taskRun, 'status');
  if ('results' in declared) {
    const outcome = outcomeIn(objectsAt(completionOf(status), 'results'), 'name');
    return outcome === undefined ? {} : { outcome };
  }
  const outcome = outcomeInMessage(completionOf(status)) ?? outcomeIn(objectsAt(status, 'results'), 'name');
  return outcome === undefined ? {} : { outcome, outcomeOrigin: 'any-step' };
}

function completionOf(task: JsonObject): JsonObject {
  return objectsAt(task, 'steps').find((step) => textAt(step, 'name') === 'completion') ?? {};
}

/**
 * Reads the results of the task that the step completion found when it ended. Tekton's entrypoint writes them into the
 * termination message, and Tekton keeps them there (pkg/pod/status.go, createMessageFromResults).
 */
function outcomeInMessage(completion: JsonObject): BuildOutcome | undefined {
  const results = parseJson(textAt(objectAt(completion, 'terminated'), 'message') ?? '');
  return Array.isArray(results) ? outcomeIn(results.filter(isJsonObject), 'key') : undefined;
}

function outcomeIn(results: readonly JsonObject[], key: 'name' | 'key'): BuildOutcome | undefined {
  const named = results.map((result) => [textAt(result, key) ?? '', result['value'] ?? ''] as const);
  return readOutcome(Object.fromEntries(named));
}
