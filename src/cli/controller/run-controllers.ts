import { setMaxListeners } from 'node:events';
import { startController, type Controller } from '../../controller/kit/start-controller.ts';
import { aborted } from '../../core/runtime/abortable.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { Telemetry } from './telemetry.ts';

/** The maximum time of running reconciles after the stop signal. The Deployment's grace period is longer. */
const DRAIN_TIMEOUT_MS = 20_000;

/** Runs controllers until the stop signal, then waits for their running reconciles. */
export async function runControllers(
  controllers: readonly Controller[],
  { log, contexts, controller: metrics }: Pick<Telemetry, 'log' | 'contexts' | 'controller'>,
  stop: AbortSignal,
): Promise<void> {
  // Each controller adds several listeners; Node warns at ten.
  setMaxListeners(0, stop);
  const shell = { clock: SYSTEM_CLOCK, drainTimeoutMs: DRAIN_TIMEOUT_MS, metrics };
  const runs = controllers.map(async (controller) => {
    const { name, reconcile, watch } = controller;
    const isSynced = async (enqueue: Parameters<typeof watch>[0]): Promise<void> => {
      const synced = watch(enqueue);
      // Otherwise a process whose caches never sync would never stop.
      await Promise.race([synced, aborted(stop)]);
      if (stop.aborted) throw new StoppedEarly();
    };
    const logged = { ...controller, watch: isSynced, reconcile: contexts.around(name, reconcile) };
    const unfinished = await startController(logged, shell, stop).catch(noneIfStoppedEarly);
    for (const key of unfinished)
      log.warn('the process stopped before this reconcile ended', { controller: name, key });
  });
  await Promise.all([...runs, aborted(stop)]);
}

/** The stop signal came before the caches were synced, so the keys in the queue must not be reconciled. */
class StoppedEarly extends Error {}

function noneIfStoppedEarly(error: unknown): readonly string[] {
  if (error instanceof StoppedEarly) return [];
  throw error;
}
