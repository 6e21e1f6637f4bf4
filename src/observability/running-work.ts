import type { Clock } from '../runtime/clock.ts';
import type { ControllerMetrics } from '../runtime/controller.ts';

/** What is being worked on, and since when. */
export interface RunningWork {
  readonly of: (controller: string) => ControllerMetrics;
  /** What has been worked on for longer than this, in milliseconds: `builds team/x`. */
  readonly longerThan: (time: number) => readonly string[];
}

/** Watches for work that does not end. */
export function runningWork(clock: Pick<Clock, 'now'>): RunningWork {
  const since = new Map<string, number>();
  return {
    of: (controller) => ({
      started: (key) => void since.set(`${controller} ${key}`, clock.now()),
      ended: ({ key }) => void since.delete(`${controller} ${key}`),
    }),
    longerThan: (time) => {
      const now = clock.now();
      return [...since].filter(([, begun]) => now - begun > time).map(([work]) => work);
    },
  };
}
