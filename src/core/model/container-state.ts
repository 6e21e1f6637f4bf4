import { defined } from './defined.ts';
import type { JsonObject } from './json.ts';
import { fields, number, optional, text } from './objects/reader.ts';

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

const asTerminated = fields({
  exitCode: number,
  signal: number,
  reason: text,
  message: text,
  startedAt: text,
  finishedAt: text,
});

const asState = fields({
  waiting: fields({ reason: text, message: text }),
  running: optional(fields({ startedAt: text })),
  terminated: optional(asTerminated),
});

/** Reads a ContainerState. A container without a known state counts as waiting. */
export function containerState(state: JsonObject): ContainerState {
  const { waiting, running, terminated } = asState(state);
  if (terminated !== undefined) return terminatedState(terminated);
  if (running !== undefined) return { kind: 'running', ...defined({ startedAt: running.startedAt }) };
  return { kind: 'waiting', ...defined({ reason: waiting.reason, message: waiting.message }) };
}

function terminatedState(state: ReturnType<typeof asTerminated>): Terminated {
  const { exitCode, signal, reason, message, startedAt, finishedAt } = state;
  return {
    kind: 'terminated',
    // The API requires an exit code. A status without one does not prove success.
    exitCode: exitCode ?? 1,
    ...defined({ signal, reason, message, startedAt, finishedAt }),
  };
}
