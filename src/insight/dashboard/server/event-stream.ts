import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { visibleText } from '../../report/html-text.ts';

/** Yields messages until the signal is aborted. */
export type Feed = (signal: AbortSignal) => AsyncIterable<object>;

/** Lets the page notice a dead connection. Must be shorter than the page's limit for silence. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Sends the messages of a feed as server-sent events (HTML, "Server-sent events") until the feed or the connection ends. Takes the
 * next message when the reader has taken the last one. Control characters in texts are made visible, because logs are hostile.
 */
export async function sendFeed(feed: Feed, response: ServerResponse, stop: AbortSignal): Promise<void> {
  const closed = new AbortController();
  const signal = AbortSignal.any([stop, closed.signal]);
  response.once('close', () => closed.abort());
  const keepAlive = setInterval(() => response.write(':\n\n'), KEEP_ALIVE_MS);
  try {
    response.flushHeaders();
    for await (const message of feed(signal)) {
      if (signal.aborted) break;
      const isTaken = response.write(`data: ${JSON.stringify(message, visibleValue)}\n\n`);
      if (!isTaken) await once(response, 'drain', { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(keepAlive);
  }
  response.end();
}

function visibleValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? visibleText(value) : value;
}
