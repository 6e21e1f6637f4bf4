import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import { Agent, get } from 'node:https';
import { createInterface } from 'node:readline';
import type { ApiAddress } from './api-client.ts';

/** In milliseconds. */
const PAUSE = 200;

/** A change of an object. Existing objects count as added. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
}

/**
 * Reports all changes at a path, usually once each. Returns a function that stops the watch. The server ends the watch of a slow reader, so the watch starts again.
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
      // Both errors mean that the response was cut off.
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
