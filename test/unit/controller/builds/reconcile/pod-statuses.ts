import type { JsonObject } from '../../../../../src/core/model/json.ts';

const INIT = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export'];

export const DIGEST = `sha256:${'1'.repeat(64)}`;

/** The time at which completion ended, in milliseconds since 1970. */
const COMPLETED = 1_000_000_000_000;

/** Returns the status of a Pod in the init layout of which this many phases have succeeded. */
export function podAfter(phases: number): JsonObject {
  const states = INIT.map((name, index) => ({ name, state: index < phases ? { terminated: { exitCode: 0 } } : {} }));
  return { phase: 'Pending', startTime: new Date(COMPLETED).toISOString(), initContainerStatuses: states };
}

/** Returns the status of a Pod that succeeded, with or without an outcome. */
export function completedPod(
  message = JSON.stringify({ IMAGE_URL: 'registry.example.com/app', IMAGE_DIGEST: DIGEST }),
): JsonObject {
  const finishedAt = new Date(COMPLETED).toISOString();
  const state = { terminated: { exitCode: 0, message, finishedAt } };
  return { ...podAfter(INIT.length), phase: 'Succeeded', containerStatuses: [{ name: 'completion', state }] };
}
