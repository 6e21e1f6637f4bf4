import { setImmediate as turn } from 'node:timers/promises';
import { isJsonObject } from '../../../core/model/json.ts';
import { parseObject } from '../json/parse-object.ts';
import { splitList } from './split-list.ts';

/** Scanning a chunk, and parsing the small objects in it, takes about a millisecond. */
const CHUNK_BYTES = 65_536;

/**
 * Parses the JSON of a Kubernetes list object by object (`parseObject`). Lets other work of the event loop run in
 * between. Rejects with a `SyntaxError` if the JSON is invalid.
 */
export async function parseList(bytes: Uint8Array): Promise<unknown> {
  return parseListStream(chunks(bytes));
}

/** Parses a list while the bytes arrive, so that only the bytes of one object are in memory beside the parsed objects. */
export async function parseListStream(bytes: AsyncIterable<Uint8Array>): Promise<unknown> {
  const items: unknown[] = [];
  let list: unknown;
  for await (const { kind, text } of splitList(bytes)) {
    const value = parseObject(text);
    if (kind === 'item') items.push(value);
    else list = value;
  }
  return items.length > 0 && isJsonObject(list) ? { ...list, items } : list;
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES);
    await turn();
  }
}
