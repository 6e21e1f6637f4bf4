import { setTimeout as sleep } from 'node:timers/promises';
import type { ControllerDependencies } from '../../../src/controller/kit/start-controller.ts';

/** Observes whether controllers have work. */
export interface Activity {
  /** The errors of failed reconciles, which are retried. */
  readonly failures: string[];
  readonly metrics: ControllerDependencies['metrics'];
  /** Waits until the controllers have been idle for a while and all their writes have responses. */
  readonly settled: () => Promise<void>;
}

const QUIET_MS = 400;

export function makeActivity(isWriting: () => boolean = () => false): Activity {
  const failures: string[] = [];
  const running = new Set<string>();
  let last = performance.now();
  return {
    failures,
    metrics: (name) => ({
      controller: {
        started: (key) => void running.add(`${name} ${key}`),
        ended: ({ key, outcome }) => {
          running.delete(`${name} ${key}`);
          last = performance.now();
          if (outcome.kind === 'failed') failures.push(String(outcome.error));
        },
      },
      queue: { depth: () => void (last = performance.now()), waited: () => undefined },
    }),
    settled: async () => {
      last = performance.now();
      while (running.size > 0 || isWriting() || performance.now() - last < QUIET_MS) await sleep(20);
    },
  };
}
