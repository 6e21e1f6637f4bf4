import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import { createInterface } from 'node:readline';
import type { ApiAddress } from '../../cluster/kubernetes/api-client.ts';

/** A pod as far as the simulated kubelet looks at it. */
export interface WatchedPod {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly initContainers?: readonly { readonly name: string }[];
    readonly containers: readonly { readonly name: string }[];
  };
}

/** Tells of every pod of a Build that there is and that comes; returns what ends it. */
export function watchPods(address: ApiAddress, onPod: (pod: WatchedPod) => void): () => void {
  const agent = new Agent({
    ca: readFileSync(address.authority),
    cert: readFileSync(address.certificate),
    key: readFileSync(address.key),
  });
  const request = get(
    `${address.server}/api/v1/pods?watch=true&labelSelector=kpack.io%2Fbuild`,
    { agent },
    (answer) => {
      const lines = createInterface({ input: answer });
      lines.on('line', (line) => {
        const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: WatchedPod };
        if (type === 'ADDED') onPod(object);
      });
      lines.on('error', () => undefined);
    },
  );
  request.on('error', () => undefined);
  return () => request.destroy();
}
