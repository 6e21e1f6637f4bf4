import { listPages, type Page, type Selection } from '../client/list-pages.ts';
import type { Resource } from '../client/resource.ts';
import { isKubeError } from '../kube-error.ts';
import type { Transport } from '../transport/transport.ts';

/** A page may take long when the server is busy. */
const TIMEOUT = 60_000;

/** All objects of one version: by pages, or at once where the server forgets that version before the last page. */
export async function listAll(
  transport: Transport,
  resource: Resource,
  selection: Selection,
  signal: AbortSignal,
): Promise<Page> {
  const options = { ...selection, signal, timeout: TIMEOUT };
  try {
    return await gathered(listPages(transport, resource, options));
  } catch (error) {
    if (!isKubeError(error, 'GONE')) throw error;
    return await gathered(listPages(transport, resource, { ...options, limit: 0 }));
  }
}

async function gathered(pages: AsyncIterable<Page>): Promise<Page> {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  // Where the last page's version differs, it is that of the list (Kubernetes API concepts, "Retrieving large results sets in chunks").
  return { items: all.flatMap(({ items }) => items), resourceVersion: all.at(-1)?.resourceVersion ?? '' };
}
