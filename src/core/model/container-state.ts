import { defined } from './defined.ts';
import type { JsonObject } from './json.ts';
import { asContainerState } from './objects/container.ts';

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

/** Returns a ContainerState by its kind. A container without a known state counts as waiting. */
export function containerState(state: JsonObject): ContainerState {
  const { waiting, running, terminated } = asContainerState(state);
  if (terminated !== undefined) {
    // The API requires an exit code. A status without one does not prove success.
    const { exitCode = 1, signal, reason, message, startedAt, finishedAt } = terminated;
    return { kind: 'terminated', exitCode, ...defined({ signal, reason, message, startedAt, finishedAt }) };
  }
  if (running !== undefined) return { kind: 'running', ...defined({ startedAt: running.startedAt }) };
  return { kind: 'waiting', ...defined({ reason: waiting?.reason, message: waiting?.message }) };
}
