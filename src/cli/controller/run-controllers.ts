import { once, setMaxListeners } from 'node:events';
import { startController, type Controller } from '../../controllers/start-controller.ts';
import { SYSTEM_CLOCK } from '../../runtime/clock.ts';
import type { Observation } from './observation.ts';

/** How long what is under way may take once the process is told to end; the Deployment's grace period is longer. */
const DRAIN_TIME = 20_000;

/** Runs controllers until they are told to stop and have ended what they were doing. */
export async function runControllers(
  controllers: readonly Controller[],
  { log, traces, controller: metrics }: Pick<Observation, 'log' | 'traces' | 'controller'>,
  stop: AbortSignal,
): Promise<void> {
  // Every controller listens to it, more than once; Node warns at ten.
  setMaxListeners(0, stop);
  const shell = { clock: SYSTEM_CLOCK, drainTime: DRAIN_TIME, metrics };
  const runs = controllers.map(async (controller) => {
    const { name, reconcile, watch } = controller;
    const isSynced = async (enqueue: Parameters<typeof watch>[0]): Promise<void> => {
      const synced = watch(enqueue);
      // Without this, a process whose caches never fill would never end.
      await Promise.race([synced, aborted(stop)]);
      if (stop.aborted) throw new StoppedEarly();
    };
    const traced = { ...controller, watch: isSynced, reconcile: traces.around(name, reconcile) };
    const unfinished = await startController(traced, shell, stop).catch(noneIfStoppedEarly);
    for (const key of unfinished) log.warn('the time to stop was over before this was done', { controller: name, key });
  });
  await Promise.all([...runs, aborted(stop)]);
}

/** A controller is told to stop before its caches are full: what is in its queue is not to be worked on. */
class StoppedEarly extends Error {}

function noneIfStoppedEarly(error: unknown): readonly string[] {
  if (error instanceof StoppedEarly) return [];
  throw error;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
