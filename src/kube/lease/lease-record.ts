import { isJsonObject, type Json } from '../../model/json.ts';
import { resourceVersionOf, type KubeObject } from '../client/kube-object.ts';
import { microTime } from '../client/micro-time.ts';

/** What a Lease says, as far as a leader lock goes (`LeaseSpec` of coordination.k8s.io/v1). */
export interface LeaseRecord {
  /** Empty where nobody holds it. */
  readonly holder: string;
  /** In milliseconds, as its holder wants it; `undefined` where it does not say. */
  readonly duration: number | undefined;
  readonly transitions: number;
  readonly resourceVersion: string;
}

/** Reads a Lease. Its times are of clocks elsewhere, and say nothing here. */
export function readLease({ metadata, spec }: KubeObject): LeaseRecord {
  const { holderIdentity, leaseDurationSeconds, leaseTransitions } = isJsonObject(spec) ? spec : {};
  const seconds = numberOf(leaseDurationSeconds);
  return {
    holder: typeof holderIdentity === 'string' ? holderIdentity : '',
    duration: seconds > 0 ? seconds * 1000 : undefined,
    transitions: numberOf(leaseTransitions),
    resourceVersion: resourceVersionOf(metadata),
  };
}

/** The spec of a Lease that somebody takes. */
export function takenSpec(
  identity: string,
  duration: number,
  transitions: number,
  now: number,
): { readonly [field: string]: Json } {
  return { ...heldSpec(identity, duration, now), acquireTime: microTime(now), leaseTransitions: transitions };
}

/** What of the spec is written to keep it. */
export function heldSpec(identity: string, duration: number, now: number): { readonly [field: string]: Json } {
  return { holderIdentity: identity, leaseDurationSeconds: Math.ceil(duration / 1000), renewTime: microTime(now) };
}

/** What of the spec is written to give it back: others may take it at once. */
export function releasedSpec(now: number): { readonly [field: string]: Json } {
  return heldSpec('', 1000, now);
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}
