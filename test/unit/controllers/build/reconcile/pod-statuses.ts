import type { JsonObject } from '../../../../../src/model/json.ts';

const INIT = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export'];

export const DIGEST = `sha256:${'1'.repeat(64)}`;

/** When completion ended, in milliseconds since 1970. */
const COMPLETED = 1_000_000_000_000;

/** A Pod whose phases are init containers, of which so many have ended. */
export function podAfter(phases: number): JsonObject {
  const states = INIT.map((name, index) => ({ name, state: index < phases ? { terminated: { exitCode: 0 } } : {} }));
  return { phase: 'Pending', startTime: new Date(COMPLETED).toISOString(), initContainerStatuses: states };
}

/** A Pod that has done all, with or without telling what. */
export function completedPod(
  message = JSON.stringify({ IMAGE_URL: 'registry.example.com/app', IMAGE_DIGEST: DIGEST }),
): JsonObject {
  const finishedAt = new Date(COMPLETED).toISOString();
  const state = { terminated: { exitCode: 0, message, finishedAt } };
  return { ...podAfter(INIT.length), phase: 'Succeeded', containerStatuses: [{ name: 'completion', state }] };
}
