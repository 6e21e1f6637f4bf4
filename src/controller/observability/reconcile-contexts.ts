import { AsyncLocalStorage } from 'node:async_hooks';
import type { Reconcile } from '../../core/runtime/controller.ts';
import type { LogFields } from './log.ts';

/** Adds fields to all log lines of a reconcile. */
export interface ReconcileContexts {
  /** Wraps the reconcile of a controller, so that everything it calls sees the same fields. */
  readonly around: (controller: string, reconcile: Reconcile) => Reconcile;
  /** Returns the fields of the current reconcile; empty outside of a reconcile. */
  readonly current: () => LogFields;
  /** Adds fields to the current reconcile. */
  readonly note: (fields: LogFields) => void;
  /** Returns the fields of the last reconcile of a key. */
  readonly of: (controller: string, key: string) => LogFields;
  /** Removes the fields of a finished reconcile. */
  readonly end: (controller: string, key: string) => void;
}

interface Context {
  fields: LogFields;
}

/** Returns contexts whose field `reconcileID` is random, as controller-runtime names it. */
export function reconcileContexts(random: () => number): ReconcileContexts {
  const storage = new AsyncLocalStorage<Context>();
  const begun = new Map<string, Context>();
  return {
    around: (controller, reconcile) => async (key, signal) => {
      const fields = { controller, [singular(controller)]: key, reconcileID: reconcileId(random) };
      const context = { fields };
      begun.set(place(controller, key), context);
      return storage.run(context, async () => reconcile(key, signal));
    },
    current: () => storage.getStore()?.fields ?? {},
    note: (fields) => {
      const context = storage.getStore();
      if (context !== undefined) context.fields = { ...context.fields, ...fields };
    },
    of: (controller, key) => begun.get(place(controller, key))?.fields ?? {},
    end: (controller, key) => void begun.delete(place(controller, key)),
  };
}

function place(controller: string, key: string): string {
  return `${controller} ${key}`;
}

/** Returns `build` for `builds`: the name of the field with the key. */
function singular(plural: string): string {
  return plural.replace(/s$/, '');
}

/** Returns 16 random hexadecimal digits. */
function reconcileId(random: () => number): string {
  const half = (): string =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return half() + half();
}
