import type { ApiAddress } from '../../cluster/kubernetes/api-client.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';

const PATH = '/api/v1/pods?watch=true&labelSelector=kpack.io%2Fbuild';

/** A pod as far as the simulated kubelet looks at it. */
export interface WatchedPod {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly initContainers?: readonly { readonly name: string }[];
    readonly containers: readonly { readonly name: string }[];
  };
}

/** Tells of every pod of a Build that there is and that comes, mostly once; returns what ends it. */
export function watchPods(address: ApiAddress, onPod: (pod: WatchedPod) => void): () => void {
  return watchPath<WatchedPod>(address, PATH, ({ type, object }) => {
    if (type === 'ADDED') onPod(object);
  });
}
