import type { Injector } from './injector.ts';
import {
  ISTIO_CLASSIC,
  ISTIO_CLASSIC_HOLDING_BACK,
  ISTIO_CLASSIC_SLOW,
  ISTIO_CLASSIC_WITHOUT_CNI,
  ISTIO_NATIVE,
} from './istio.ts';
import { LINKERD_CLASSIC, LINKERD_NATIVE } from './linkerd.ts';
import { NETWORK_GATE } from './network-gate.ts';

/** Every injection variant of the bed. */
export const VARIANTS = {
  'istio-classic': ISTIO_CLASSIC,
  'istio-classic-holding-back': ISTIO_CLASSIC_HOLDING_BACK,
  'istio-classic-without-cni': ISTIO_CLASSIC_WITHOUT_CNI,
  'istio-native': ISTIO_NATIVE,
  'linkerd-classic': LINKERD_CLASSIC,
  'linkerd-native': LINKERD_NATIVE,
  /** A proxy that becomes ready after some seconds. */
  holding: ISTIO_CLASSIC_SLOW,
  stubborn: askingNobody(ISTIO_CLASSIC),
  'network-gate': NETWORK_GATE,
  'stubborn-network-gate': askingNobody(NETWORK_GATE),
} as const satisfies Readonly<Record<string, Injector>>;

export type Variant = keyof typeof VARIANTS;

function askingNobody(injector: Injector): Injector {
  return { ...injector, webhook: { ...injector.webhook, objectExpressions: [] }, injects: () => true };
}
