import type { Controller, Enqueue } from '../../../src/controller/kit/start-controller.ts';

/** A controller that records its keys. */
export interface RememberingController {
  readonly controller: Controller;
  /** Enqueues again all keys that the controller has ever received. */
  readonly enqueueAll: () => void;
}

export function rememberKeys(controller: Controller): RememberingController {
  const keys = new Set<string>();
  let enqueueAgain: Enqueue | undefined;
  const watch = async (enqueue: Enqueue): Promise<unknown> => {
    enqueueAgain = enqueue;
    return controller.watch((key, ...rest) => {
      keys.add(key);
      enqueue(key, ...rest);
    });
  };
  return { controller: { ...controller, watch }, enqueueAll: () => keys.forEach((key) => enqueueAgain?.(key)) };
}
