import type { ContainerProgress, Terminated } from '../../../src/model/build-progress.ts';
import { isJsonObject, type JsonObject } from '../../../src/model/json.ts';
import { textsAt } from '../../../src/model/json-field.ts';

/** What a ContainerState (core/v1) says; a container whose state is not known yet is waiting. */
export function containerProgress(container: string, state: JsonObject): ContainerProgress {
  const { waiting, running, terminated } = state;
  if (isJsonObject(terminated)) return { container, ...terminatedOf(terminated) };
  if (isJsonObject(running)) return { container, kind: 'running', ...textsAt(running, 'startedAt') };
  return { container, kind: 'waiting', ...(isJsonObject(waiting) && textsAt(waiting, 'reason', 'message')) };
}

/** Whether a container has ended otherwise than well. */
export function hasFailed(progress: ContainerProgress | undefined): boolean {
  return progress?.kind === 'terminated' && progress.exitCode !== 0;
}

function terminatedOf(terminated: JsonObject): Terminated {
  const { exitCode, signal } = terminated;
  return {
    kind: 'terminated',
    // Required by the API; a status that lacks it tells of no success.
    exitCode: typeof exitCode === 'number' ? exitCode : 1,
    ...(typeof signal === 'number' && { signal }),
    ...textsAt(terminated, 'reason', 'message', 'startedAt', 'finishedAt'),
  };
}
