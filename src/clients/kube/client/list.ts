import { isJsonObject } from '../../../core/model/json.ts';
import { items, json, text } from '../../../core/model/objects/reader.ts';
import { isKubeError, KubeError } from '../kube-error.ts';
import type { CallOptions, KubeRequest } from '../transport/kube-request.ts';
import type { Transport } from '../transport/transport.ts';
import { asKubeObject, type KubeObject, resourceVersionOf } from './kube-object.ts';
import { parseList, parseListStream } from './parse-list.ts';
import { describeResource, collectionPath, queryString, type Resource } from './resource.ts';

/** Selects objects of a resource. */
export interface Selection {
  /** Defaults to all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends Selection, CallOptions {
  /** The largest number of objects in a page. 0 requests all objects in one response, which is parsed as it arrives. */
  readonly limit?: number;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly KubeObject[];
  /** The resourceVersion of the list, to start a watch from. */
  readonly resourceVersion: string;
}

const PAGE_SIZE = 500;

/**
 * The largest page, because tenants choose the size of their objects, and an object can have 3 MB. 500 objects of 8 KB fill
 * it.
 */
const MAX_PAGE_BYTES = 4_194_304;

/**
 * Lists a resource in pages of one consistent version (Kubernetes API concepts, "Retrieving large results sets in
 * chunks"). Requests a page that is too large again with fewer objects. Rejects with `GONE` if listing takes so long that the server drops that version.
 */
export async function* listPages(transport: Transport, resource: Resource, options: ListOptions): AsyncGenerator<Page> {
  const { namespace, labelSelector, fieldSelector } = options;
  let { limit = PAGE_SIZE } = options;
  let next: string | undefined;
  do {
    const path =
      collectionPath(resource, namespace) + queryString({ labelSelector, fieldSelector, limit, continue: next });
    const subject = `list ${describeResource(resource, { ...(namespace !== undefined && { namespace }) })}`;
    const request: KubeRequest = { method: 'GET', path, isIdempotent: true, subject };
    const answer =
      limit === 0 ? await streamed(transport, request, options) : await callWithin(transport, request, limit, options);
    if (answer === undefined) {
      limit = Math.ceil(limit / 4);
      continue;
    }
    const page = readPage(answer, resource, subject);
    yield page;
    next = page.next;
  } while (next !== '');
}

/** Requests all objects. Such a response can be as large as etcd, so it is never in memory as a whole. */
async function streamed(
  transport: Transport,
  request: KubeRequest,
  { signal, timeoutMs }: CallOptions,
): Promise<unknown> {
  const timeouts = timeoutMs === undefined ? {} : { responseTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs };
  const bytes = await transport.stream(request, { ...timeouts, ...(signal && { signal }) });
  try {
    return await parseListStream(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new KubeError('BAD_ANSWER', request.subject, 'the API server sends an incomplete JSON response', {
      status: 200,
    });
  }
}

/** Returns `undefined` for a page that is too large, unless it has a single object. */
async function callWithin(
  transport: Transport,
  request: KubeRequest,
  limit: number,
  options: CallOptions,
): Promise<unknown> {
  try {
    const bounds = limit > 1 ? { maxBytes: MAX_PAGE_BYTES } : {};
    return await transport.call(request, { ...options, ...bounds, parse: parseList });
  } catch (error) {
    if (isKubeError(error, 'TOO_LARGE')) return undefined;
    throw error;
  }
}

function readPage(answer: unknown, resource: Resource, subject: string): Page & { readonly next: string } {
  const { items: objects, metadata } = json(answer);
  if (!isJsonObject(metadata))
    throw new KubeError('BAD_ANSWER', subject, 'the API server sends a response that is not a list');
  return {
    // Some servers send `null` for an empty list.
    items: items(objects)
      .map((item) => asKubeObject(item, resource))
      .filter((item) => item !== undefined),
    resourceVersion: resourceVersionOf(metadata),
    next: text(metadata['continue']) ?? '',
  };
}

/** A busy server can take long for a page. */
const PAGE_TIMEOUT_MS = 60_000;

/** All objects of one version, as the reader of the pages returned them. */
export interface CompleteList<T> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
}

/**
 * Lists all objects of one version. Each page is read before the next one is requested, so only one page of raw objects is in
 * memory. If the version expires before the last page, requests all objects in one response, as client-go's pager does.
 */
export async function listAll<T>(
  transport: Transport,
  resource: Resource,
  selection: Selection,
  readPageItems: (items: readonly KubeObject[]) => Promise<readonly T[]>,
  signal: AbortSignal,
): Promise<CompleteList<T>> {
  const options = { ...selection, signal, timeoutMs: PAGE_TIMEOUT_MS };
  try {
    return await collectPages(listPages(transport, resource, options), readPageItems);
  } catch (error) {
    if (!isKubeError(error, 'GONE')) throw error;
    return await collectPages(listPages(transport, resource, { ...options, limit: 0 }), readPageItems);
  }
}

async function collectPages<T>(
  pages: AsyncIterable<Page>,
  readPageItems: (items: readonly KubeObject[]) => Promise<readonly T[]>,
): Promise<CompleteList<T>> {
  const all: T[] = [];
  // If the pages differ, the resourceVersion of the last page is that of the list.
  let last = '';
  for await (const page of pages) {
    for (const item of await readPageItems(page.items)) all.push(item);
    last = page.resourceVersion;
  }
  return { items: all, resourceVersion: last };
}
