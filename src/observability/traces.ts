import { AsyncLocalStorage } from 'node:async_hooks';
import type { Reconcile } from '../runtime/outcome.ts';
import type { LogFields } from './log.ts';

/** Names what belongs to one reconcile. */
export interface Traces {
  /** The controller's, with fields around it that all that it does can be told by. */
  readonly around: (controller: string, reconcile: Reconcile) => Reconcile;
  /** The fields of the reconcile that this is called in; none outside of one. */
  readonly current: () => LogFields;
  /** The fields of the reconcile that was last begun with this key. */
  readonly of: (controller: string, key: string) => LogFields;
  /** Forgets them. */
  readonly end: (controller: string, key: string) => void;
}

/** Traces with names made by chance. */
export function makeTraces(random: () => number): Traces {
  const storage = new AsyncLocalStorage<LogFields>();
  const begun = new Map<string, LogFields>();
  return {
    around: (controller, reconcile) => async (key, signal) => {
      const fields = { controller, [singular(controller)]: key, trace: traceId(random) };
      begun.set(place(controller, key), fields);
      return storage.run(fields, async () => reconcile(key, signal));
    },
    current: () => storage.getStore() ?? {},
    of: (controller, key) => begun.get(place(controller, key)) ?? {},
    end: (controller, key) => void begun.delete(place(controller, key)),
  };
}

function place(controller: string, key: string): string {
  return `${controller} ${key}`;
}

/** `build` of `builds`: a field that people filter by. */
function singular(plural: string): string {
  return plural.replace(/s$/, '');
}

/** 16 hexadecimal digits. */
function traceId(random: () => number): string {
  const half = (): string =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return half() + half();
}
