import { isJsonList, isJsonObject } from '../../model/json.ts';
import { KubeError } from '../kube-error.ts';
import type { CallOptions } from '../transport/kube-request.ts';
import type { Transport } from '../transport/transport.ts';
import { asKubeObject, resourceVersionOf, type KubeObject } from './kube-object.ts';
import { query } from './query.ts';
import { called, collectionPath, type Resource } from './resource.ts';

/** Which objects of a resource are meant. */
export interface Selection {
  /** All namespaces where not told. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

export interface ListOptions extends Selection, CallOptions {
  /** The most objects of one answer; 0 is all at once. */
  readonly limit?: number;
}

/** One answer of a list. */
export interface Page {
  readonly items: readonly KubeObject[];
  /** Of the list as a whole: where a watch of it begins. */
  readonly resourceVersion: string;
}

/** Pages of this size block the event loop for some 10 ms. */
const PAGE_SIZE = 500;

/**
 * Lists by pages that are all of one version; rejects with `GONE` where the list takes so long that the server has
 * forgotten that version.
 */
export async function* listPages(transport: Transport, resource: Resource, options: ListOptions): AsyncGenerator<Page> {
  const { limit = PAGE_SIZE, namespace, labelSelector, fieldSelector } = options;
  let next: string | undefined;
  do {
    const path = collectionPath(resource, namespace) + query({ labelSelector, fieldSelector, limit, continue: next });
    const subject = `list ${called(resource, { ...(namespace !== undefined && { namespace }) })}`;
    const answer = await transport.call({ method: 'GET', path, isIdempotent: true, subject }, options);
    const page = readPage(answer, resource, subject);
    yield page;
    next = page.next;
  } while (next !== '');
}

function readPage(answer: unknown, resource: Resource, subject: string): Page & { readonly next: string } {
  const { items, metadata } = isJsonObject(answer) ? answer : {};
  // A list without items is null in some servers' JSON.
  const list = items !== undefined && items !== null && isJsonList(items) ? items : [];
  if (!isJsonObject(metadata)) throw new KubeError('BAD_ANSWER', subject, 'the API server answers with no list');
  const next = metadata['continue'];
  return {
    items: list.map((item) => asKubeObject(item, resource)).filter((item) => item !== undefined),
    resourceVersion: resourceVersionOf(metadata),
    next: typeof next === 'string' ? next : '',
  };
}
