import type { JsonObject } from '../../../../src/core/model/json.ts';

const STARTED = '2026-01-02T03:04:05Z';
const FINISHED = '2026-01-02T03:04:06Z';

/** Returns a ContainerState as the API server writes it, with all fields of Go's type. */
export function ended(exitCode: number, more: JsonObject = {}): JsonObject {
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { terminated: { exitCode, reason, startedAt: STARTED, finishedAt: FINISHED, ...more } };
}

export function waiting(reason: string, message?: string): JsonObject {
  return { waiting: { reason, ...(message !== undefined && { message }) } };
}

export const RUNNING: JsonObject = { running: { startedAt: STARTED } };

export const INITIALIZING = waiting('PodInitializing');

/** Returns the state of each phase. One phase has the given state, and the phases before it have succeeded. */
export function upTo(
  phases: readonly string[],
  phase: string,
  state: JsonObject,
  behind: JsonObject,
): Readonly<Record<string, JsonObject>> {
  const at = phases.indexOf(phase);
  return Object.fromEntries(
    phases.map((name, index) => {
      if (index === at) return [name, state];
      return [name, index < at ? ended(0) : behind];
    }),
  );
}
