import { makeRedaction } from '../../http/redaction.ts';
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts';
import { json } from '../../../core/model/objects/reader.ts';
import { asKubeObject, type KubeObject, resourceVersionOf } from '../client/kube-object.ts';
import type { Selection } from '../client/list.ts';
import { describeResource, collectionPath, queryString, type Resource } from '../client/resource.ts';
import { parseObject } from '../json/parse-object.ts';
import { KubeError } from '../kube-error.ts';
import { statusError } from '../transport/status-error.ts';
import type { Transport } from '../transport/transport.ts';

/** An event of a watch. `resourceVersion` is where to resume after the event. */
export type WatchEvent =
  | { readonly kind: 'added-or-modified' | 'deleted'; readonly object: KubeObject; readonly resourceVersion: string }
  | { readonly kind: 'bookmark'; readonly resourceVersion: string };

export interface Watch {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly resourceVersion: string;
  /** The server ends the watch after this time. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** The time after the server's timeout that a watch can be silent. A watch without changes sends no bookmarks. */
const GRACE_PERIOD_MS = 15_000;

/**
 * Yields the events after a resourceVersion until the server ends the watch. Throws the codes of `Transport.stream`,
 * and the error of an ERROR event.
 */
export async function* watchEvents(transport: Transport, watch: Watch): AsyncGenerator<WatchEvent> {
  const { resource, selection, resourceVersion, timeoutSeconds, signal } = watch;
  const { namespace, labelSelector, fieldSelector } = selection;
  const parameters = { watch: true, allowWatchBookmarks: true, resourceVersion, timeoutSeconds };
  const path = collectionPath(resource, namespace) + queryString({ labelSelector, fieldSelector, ...parameters });
  const subject = `watch ${describeResource(resource, { ...(namespace !== undefined && { namespace }) })}`;
  const idleTimeoutMs = timeoutSeconds * 1000 + GRACE_PERIOD_MS;
  const bytes = await transport.stream({ method: 'GET', path, isIdempotent: true, subject }, { signal, idleTimeoutMs });
  for await (const line of textLines(bytes)) {
    if (line !== '') yield readEvent(line, resource, subject);
  }
}

function readEvent(line: string, resource: Resource, subject: string): WatchEvent {
  const { type, object } = parsed(line);
  if (!isJsonObject(object) || typeof type !== 'string') throw badAnswer(subject);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
      return { kind: 'added-or-modified', ...versioned(object, resource, subject) };
    case 'DELETED':
      return { kind: 'deleted', ...versioned(object, resource, subject) };
    case 'BOOKMARK':
      return { kind: 'bookmark', resourceVersion: resourceVersionOf(object['metadata']) };
    case 'ERROR':
      throw statusError({ status: Number(object['code'] ?? 500), body: object, subject }, makeRedaction());
    default:
      throw badAnswer(subject);
  }
}

function versioned(
  value: JsonObject,
  resource: Resource,
  subject: string,
): { readonly object: KubeObject; readonly resourceVersion: string } {
  const object = asKubeObject(value, resource);
  if (object === undefined) throw badAnswer(subject);
  return { object, resourceVersion: resourceVersionOf(object.metadata) };
}

function parsed(line: string): JsonObject {
  try {
    return json(parseObject(line));
  } catch {
    return {};
  }
}

function badAnswer(subject: string): KubeError {
  return new KubeError('BAD_ANSWER', subject, 'the API server sends something that is not a watch event', {
    status: 200,
  });
}

/** Yields complete lines of UTF-8 text. Drops an incomplete last line, because the stream was cut there. */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // A long line arrives in many chunks. Joining them once keeps this linear.
  let parts: string[] = [];
  for await (const chunk of bytes) {
    const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
    parts.push(first);
    for (const next of rest) {
      yield parts.join('');
      parts = [next];
    }
  }
}
