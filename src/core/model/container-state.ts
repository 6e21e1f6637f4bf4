import { textsAt } from './json-field.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** The state of a container (core/v1 ContainerState). Times are in RFC 3339. */
export type ContainerState =
  | { readonly kind: 'waiting'; readonly reason?: string; readonly message?: string }
  | { readonly kind: 'running'; readonly startedAt?: string }
  | Terminated;

export interface Terminated {
  readonly kind: 'terminated';
  readonly exitCode: number;
  readonly signal?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

/** Reads a ContainerState. A container without a known state counts as waiting. */
export function containerState({ waiting, running, terminated }: JsonObject): ContainerState {
  if (isJsonObject(terminated)) return terminatedState(terminated);
  if (isJsonObject(running)) return { kind: 'running', ...textsAt(running, 'startedAt') };
  return { kind: 'waiting', ...(isJsonObject(waiting) && textsAt(waiting, 'reason', 'message')) };
}

function terminatedState(terminated: JsonObject): Terminated {
  const { exitCode, signal } = terminated;
  return {
    kind: 'terminated',
    // The API requires an exit code. A status without one does not prove success.
    exitCode: typeof exitCode === 'number' ? exitCode : 1,
    ...(typeof signal === 'number' && { signal }),
    ...textsAt(terminated, 'reason', 'message', 'startedAt', 'finishedAt'),
  };
}
