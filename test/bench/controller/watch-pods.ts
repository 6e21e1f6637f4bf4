import type { ApiAddress } from '../../cluster/kubernetes/api-client.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';

const PATH = '/api/v1/pods?watch=true&labelSelector=kpack.io%2Fbuild';

/** The fields of a Pod that the simulated kubelet reads. */
export interface WatchedPod {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly initContainers?: readonly { readonly name: string }[];
    readonly containers: readonly { readonly name: string }[];
  };
}

/** Reports every existing and new Pod of a Build, usually once. Returns a function that stops the watch. */
export function watchPods(address: ApiAddress, onPod: (pod: WatchedPod) => void): () => void {
  return watchPath<WatchedPod>(address, PATH, ({ type, object }) => {
    if (type === 'ADDED') onPod(object);
  });
}
