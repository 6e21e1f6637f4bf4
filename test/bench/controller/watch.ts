import type { ApiAddress } from '../../cluster/kubernetes/api-client.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';

const PODS = '/api/v1/pods?watch=true&labelSelector=kpack.io%2Fbuild';
const BUILDS = '/apis/kpack.io/v1alpha2/namespaces/default/builds?watch=true';

/** The fields of a Pod that the simulated kubelet reads. */
export interface WatchedPod {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly initContainers?: readonly { readonly name: string }[];
    readonly containers: readonly { readonly name: string }[];
  };
}

/** The fields of a Build that the benchmark reads. */
export interface WatchedBuild {
  readonly metadata: { readonly name: string };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

/** Reports every existing and new Pod of a Build, usually once. Returns a function that stops the watch. */
export function watchPods(address: ApiAddress, onPod: (pod: WatchedPod) => void): () => void {
  return watchPath<WatchedPod>(address, PODS, ({ type, object }) => {
    if (type === 'ADDED') onPod(object);
  });
}

/** The Builds that have succeeded. */
export interface SucceededBuilds {
  /** Returns their number. Throws if a Build has failed. */
  readonly count: () => number;
  readonly stop: () => void;
}

/** Counts Builds from a watch, because lists of thousands of Builds would keep the API server busy. */
export function watchSucceededBuilds(address: ApiAddress): SucceededBuilds {
  const succeeded = new Set<string>();
  let failure: string | undefined;
  const stop = watchPath<WatchedBuild>(address, BUILDS, ({ object: { metadata, status } }) => {
    const condition = status?.conditions?.find(({ type }) => type === 'Succeeded');
    if (condition?.status === 'True') succeeded.add(metadata.name);
    if (condition?.status === 'False') failure ??= `${metadata.name} failed: ${condition.message}`;
  });
  return {
    count: () => {
      if (failure !== undefined) throw new Error(failure);
      return succeeded.size;
    },
    stop,
  };
}
