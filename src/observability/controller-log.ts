import type { ControllerMetrics } from '../runtime/controller.ts';
import type { Log } from './log.ts';
import type { Traces } from './traces.ts';

/** Logs how reconciles of a controller end. */
export function controllerLog(controller: string, log: Log, traces: Traces): ControllerMetrics {
  return {
    started: () => undefined,
    ended: ({ key, outcome, duration, againAfter }) => {
      const fields = {
        ...traces.of(controller, key),
        milliseconds: Math.round(duration),
        ...(againAfter !== undefined && { againAfter: Math.round(againAfter) }),
      };
      traces.end(controller, key);
      if (outcome.kind !== 'failed') log.debug('reconciled', fields);
      else if (againAfter === undefined) log.failure('reconcile failed for good', outcome.error, fields);
      else log.failure('reconcile failed, and is tried again', outcome.error, fields);
    },
  };
}
