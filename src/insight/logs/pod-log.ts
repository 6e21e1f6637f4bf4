import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { KubeError } from '../../clients/kube/kube-error.ts';

/** Requests the log of one container of a Pod. */
export type PodLog = KubeClient['podLog'];

/** A container of a Pod whose log is read. */
export interface LoggedContainer {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** The observed state of a Build's Pod. */
export type ObservedPod =
  | { readonly kind: 'absent' }
  /** The Build has ended without a Pod. */
  | { readonly kind: 'never' }
  | { readonly kind: 'present'; readonly pod: KubeObject }
  /** `pod` is the last observed state. */
  | { readonly kind: 'deleted'; readonly pod: KubeObject };

/** True if a retry cannot succeed. Errors of a kubelet can be temporary. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof KubeError)) return true;
  switch (error.code) {
    case 'CONFIGURATION':
    case 'CREDENTIALS':
    case 'TLS':
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
      return true;
    case 'UNREACHABLE':
    case 'NETWORK':
    case 'TIMED_OUT':
    case 'BAD_ANSWER':
    case 'TOO_LARGE':
    case 'NOT_FOUND':
    case 'ALREADY_EXISTS':
    case 'CONFLICT':
    case 'GONE':
    case 'RATE_LIMITED':
    case 'INVALID':
    case 'UNAVAILABLE':
    case 'REFUSED':
      return false;
  }
}
