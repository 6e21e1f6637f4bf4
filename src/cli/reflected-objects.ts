import type { KubeObject } from '../clients/kube/client/kube-object.ts';
import type { Selection } from '../clients/kube/client/list.ts';
import type { Resource } from '../clients/kube/client/resource.ts';
import { startReflector } from '../clients/kube/reflector/reflector.ts';
import type { Transport } from '../clients/kube/transport/transport.ts';
import { isRefusal } from '../insight/logs/pod-log.ts';
import { SYSTEM_CLOCK } from '../core/runtime/clock.ts';

/** Objects of a cluster, kept up to date. */
export interface ReflectedObjects {
  /** Resolves to true after the first complete list. Before that, existing objects seem to be missing. */
  readonly synced: Promise<boolean>;
  readonly objects: () => readonly KubeObject[];
  readonly listen: (listener: () => void) => void;
}

/**
 * Lists and watches objects until `stop` is aborted. Aborts `stop` itself if the API server refuses to list or watch them.
 * Retries after all other errors.
 */
export function reflectedObjects(
  transport: Transport,
  resource: Resource,
  selection: Selection,
  stop: AbortController,
): ReflectedObjects {
  const listeners: (() => void)[] = [];
  const { synced, store } = startReflector<KubeObject>({
    transport,
    clock: SYSTEM_CLOCK,
    random: Math.random,
    resource,
    selection,
    signal: stop.signal,
    parse: (object) => object,
    onChange: () => listeners.forEach((listener) => listener()),
    report: ({ error }) => {
      if (isRefusal(error)) stop.abort(error);
    },
  });
  return { synced, objects: () => store.list(), listen: (listener) => void listeners.push(listener) };
}
