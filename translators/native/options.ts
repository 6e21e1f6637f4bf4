import type { OwnPrograms } from '../phases/own-programs.ts';

/** How phases become containers of a Pod. */
export type NativeLayout =
  /** Init containers, which the kubelet runs one after the other. */
  | { readonly kind: 'init' }
  /** Regular containers that wait for each other, so that injected sidecars run beside all of them. */
  | {
      readonly kind: 'containers';
      /** Whether the first one waits until the controller says that injected containers are ready. */
      readonly gate: 'closed' | 'open';
      readonly waiterDelivery: WaiterDelivery;
    };

/** The waiter is copied by a hook of prepare's container, which holds it, or by an init container of its own. */
export type WaiterDelivery = { readonly kind: 'hook' } | { readonly kind: 'init'; readonly image: string };

export interface NativeOptions {
  readonly programs: OwnPrograms;
  readonly layout: NativeLayout;
}
