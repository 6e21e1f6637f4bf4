import type { Injector } from './injector.ts';
import { ISTIO_CLASSIC, ISTIO_CLASSIC_HOLDING_BACK, ISTIO_CLASSIC_SLOW, ISTIO_NATIVE } from './istio.ts';
import { LINKERD_CLASSIC, LINKERD_NATIVE } from './linkerd.ts';
import { NETWORK_GATE } from './network-gate.ts';

/** Every way to inject that the bed knows. */
export const VARIANTS = {
  'istio-classic': ISTIO_CLASSIC,
  'istio-classic-holding-back': ISTIO_CLASSIC_HOLDING_BACK,
  'istio-native': ISTIO_NATIVE,
  'linkerd-classic': LINKERD_CLASSIC,
  'linkerd-native': LINKERD_NATIVE,
  /** Becomes ready after some seconds. */
  holding: ISTIO_CLASSIC_SLOW,
  /** Asks nobody. */
  stubborn: {
    ...ISTIO_CLASSIC,
    webhook: { ...ISTIO_CLASSIC.webhook, objectExpressions: [] },
    injects: () => true,
  },
  'network-gate': NETWORK_GATE,
} as const satisfies Readonly<Record<string, Injector>>;

export type Variant = keyof typeof VARIANTS;
