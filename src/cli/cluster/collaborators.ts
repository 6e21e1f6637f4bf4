import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Collaborators } from '../../kube/collaborators.ts';

/** The machine's time and chance. */
export const COLLABORATORS: Collaborators = {
  now: Date.now,
  elapsed: () => performance.now(),
  random: Math.random,
  sleep: async (milliseconds, signal) => sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
};
