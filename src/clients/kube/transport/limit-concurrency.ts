import { abortable } from '../../../core/runtime/abortable.ts';
import { PriorityQueue } from '../../../core/runtime/priority-queue.ts';
import type { KubeRequest } from './kube-request.ts';
import type { Transport } from './transport.ts';

/**
 * Returns a transport that sends at most this many calls at the same time. Calls that wait are sent by their priority, because an API
 * server at its limit treats all calls that it has alike. Among calls of one priority, namespaces have their turn one after the other.
 * Streams do not wait.
 */
export function limitConcurrency({ call, stream }: Transport, most: number): Transport {
  const waiting = new PriorityQueue<() => void>();
  let running = 0;
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    stream,
    call: async (request, options = {}) => {
      const { priority = 'normal', signal } = options;
      if (running < most) running += 1;
      else {
        const turn = new Promise<void>((resolve) => waiting.push(resolve, priority, namespaceIn(request)));
        await abortable(signal, turn).catch((error: unknown) => {
          // The turn of an aborted call goes to the next one.
          void turn.then(leave);
          throw error;
        });
      }
      try {
        return await call(request, options);
      } finally {
        leave();
      }
    },
  };
}

function namespaceIn({ path }: KubeRequest): string {
  return /\/namespaces\/([^/?]+)/.exec(path)?.[1] ?? '';
}
