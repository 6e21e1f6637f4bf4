import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { Agent, get } from 'node:https';
import { createInterface } from 'node:readline';
import type { ApiAddress } from './api-client.ts';

/** In milliseconds. */
const PAUSE = 200;

/** What became of an object; what is there at the start counts as added. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
}

/**
 * Tells of all that happens at a path, mostly once; returns what ends it. A server ends the watch of whoever reads too
 * slowly: it is begun again then.
 */
export function watchPath<T>(address: ApiAddress, path: string, onEvent: (event: WatchEvent<T>) => void): () => void {
  const agent = new Agent({
    ca: readFileSync(address.authority),
    cert: readFileSync(address.certificate),
    key: readFileSync(address.key),
  });
  let request: ClientRequest | undefined;
  let isStopped = false;
  const watch = (): void => {
    if (isStopped) return;
    request = get(`${address.server}${path}`, { agent }, (answer) => {
      const lines = createInterface({ input: answer });
      lines.on('line', (line) => onEvent(JSON.parse(line) as WatchEvent<T>));
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
