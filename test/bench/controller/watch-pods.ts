import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { Agent, get } from 'node:https';
import { createInterface } from 'node:readline';
import type { ApiAddress } from '../../cluster/kubernetes/api-client.ts';

const PATH = '/api/v1/pods?watch=true&labelSelector=kpack.io%2Fbuild';

/** In milliseconds. */
const PAUSE = 200;

/** A pod as far as the simulated kubelet looks at it. */
export interface WatchedPod {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly initContainers?: readonly { readonly name: string }[];
    readonly containers: readonly { readonly name: string }[];
  };
}

/**
 * Tells of every pod of a Build that there is and that comes, mostly once; returns what ends it. A server ends the watch of
 * whoever reads too slowly: it is begun again then.
 */
export function watchPods(address: ApiAddress, onPod: (pod: WatchedPod) => void): () => void {
  const agent = new Agent({
    ca: readFileSync(address.authority),
    cert: readFileSync(address.certificate),
    key: readFileSync(address.key),
  });
  let request: ClientRequest | undefined;
  let isStopped = false;
  const watch = (): void => {
    if (isStopped) return;
    request = get(`${address.server}${PATH}`, { agent }, (answer) => {
      const lines = createInterface({ input: answer });
      lines.on('line', (line) => {
        const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: WatchedPod };
        if (type === 'ADDED') onPod(object);
      });
      // Both tell of an answer that is cut off.
      for (const emitter of [answer, lines]) emitter.on('error', () => undefined);
      answer.on('close', () => setTimeout(watch, PAUSE));
    });
    request.on('error', () => undefined);
  };
  watch();
  return () => {
    isStopped = true;
    request?.destroy();
  };
}
