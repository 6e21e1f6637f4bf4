import { AsyncLocalStorage } from 'node:async_hooks';
import type { Reconcile } from '../runtime/outcome.ts';
import type { LogFields } from './log.ts';

/** Names what belongs to one reconcile. */
export interface Traces {
  /** The controller's, with fields around it that all that it does can be told by. */
  readonly around: (controller: string, reconcile: Reconcile) => Reconcile;
  /** The fields of the reconcile that this is called in; none outside of one. */
  readonly current: () => LogFields;
  /** Adds to those fields what has become known of it. */
  readonly note: (fields: LogFields) => void;
  /** The fields of the reconcile that was last begun with this key. */
  readonly of: (controller: string, key: string) => LogFields;
  /** Forgets them. */
  readonly end: (controller: string, key: string) => void;
}

/** What is known of a reconcile. */
interface Trace {
  fields: LogFields;
}

/** Traces with names made by chance. */
export function makeTraces(random: () => number): Traces {
  const storage = new AsyncLocalStorage<Trace>();
  const begun = new Map<string, Trace>();
  return {
    around: (controller, reconcile) => async (key, signal) => {
      const fields = { controller, [singular(controller)]: key, trace: traceId(random) };
      const trace = { fields };
      begun.set(place(controller, key), trace);
      return storage.run(trace, async () => reconcile(key, signal));
    },
    current: () => storage.getStore()?.fields ?? {},
    note: (fields) => {
      const trace = storage.getStore();
      if (trace !== undefined) trace.fields = { ...trace.fields, ...fields };
    },
    of: (controller, key) => begun.get(place(controller, key))?.fields ?? {},
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
