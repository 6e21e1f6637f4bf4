import { setTimeout as sleep } from 'node:timers/promises';
import type { ControllerDependencies } from '../../../../src/controllers/start-controller.ts';

/** Observes whether a controller has work. */
export interface Activity {
  /** The errors of failed reconciles, which are retried. */
  readonly failures: string[];
  readonly metrics: ReturnType<ControllerDependencies['metrics']>;
  /** Waits until the controller has been idle for a while and all its writes have responses. */
  readonly settled: () => Promise<void>;
}

/** In milliseconds. */
const QUIET = 300;

export function makeActivity(isWriting: () => boolean): Activity {
  const failures: string[] = [];
  const running = new Set<string>();
  let last = performance.now();
  return {
    failures,
    metrics: {
      controller: {
        started: (key) => void running.add(key),
        ended: ({ key, outcome }) => {
          running.delete(key);
          last = performance.now();
          if (outcome.kind === 'failed') failures.push(String(outcome.error));
        },
      },
      queue: { depth: () => void (last = performance.now()), waited: () => undefined },
    },
    settled: async () => {
      last = performance.now();
      while (running.size > 0 || isWriting() || performance.now() - last < QUIET) await sleep(20);
    },
  };
}
