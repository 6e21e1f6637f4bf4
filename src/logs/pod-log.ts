import type { KubeClient } from '../kube/client/kube-client.ts';

/** Asks for the log of one container of a pod. */
export type PodLog = KubeClient['podLog'];

/** Which log is meant. */
export interface LogPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}
