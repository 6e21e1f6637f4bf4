import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { makeRedaction } from '../../http/redaction.ts';
import { asKubeObject, resourceVersionOf, type KubeObject } from '../client/kube-object.ts';
import type { Selection } from '../client/list-pages.ts';
import { query } from '../client/query.ts';
import { called, collectionPath, type Resource } from '../client/resource.ts';
import { KubeError } from '../kube-error.ts';
import { statusError } from '../transport/status-error.ts';
import type { Transport } from '../transport/transport.ts';
import { textLines } from './text-lines.ts';

/** What a watch says. Each has the version from which to go on after it. */
export type WatchEvent =
  | { readonly kind: 'present' | 'deleted'; readonly object: KubeObject; readonly resourceVersion: string }
  | { readonly kind: 'bookmark'; readonly resourceVersion: string };

export interface Watch {
  readonly resource: Resource;
  readonly selection: Selection;
  readonly resourceVersion: string;
  /** After so long the server ends the watch, in seconds. */
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
}

/** So much longer than the server's own limit a watch may say nothing, in milliseconds: a quiet one has no bookmarks. */
const GRACE = 15_000;

/** What happens from a version on, until the server ends the watch. Throws what `Transport` rejects with, or for an ERROR event. */
export async function* watchEvents(transport: Transport, watch: Watch): AsyncGenerator<WatchEvent> {
  const { resource, selection, resourceVersion, timeoutSeconds, signal } = watch;
  const { namespace, labelSelector, fieldSelector } = selection;
  const parameters = { watch: true, allowWatchBookmarks: true, resourceVersion, timeoutSeconds };
  const path = collectionPath(resource, namespace) + query({ labelSelector, fieldSelector, ...parameters });
  const subject = `watch ${called(resource, { ...(namespace !== undefined && { namespace }) })}`;
  const idle = timeoutSeconds * 1000 + GRACE;
  const bytes = await transport.stream({ method: 'GET', path, isIdempotent: true, subject }, { signal, idle });
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
      return { kind: 'present', ...versioned(object, resource, subject) };
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
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function badAnswer(subject: string): KubeError {
  return new KubeError('BAD_ANSWER', subject, 'the API server sends what is no watch event', { status: 200 });
}
