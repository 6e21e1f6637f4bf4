import { buffer } from 'node:stream/consumers';
import { pack, type Header } from 'tar-stream';

/** A tar entry, valid or not. Only files have `content`. */
export type RawEntry = Partial<Header> & { readonly name: string; readonly content?: string };

/** Returns a tar of the entries, valid or not. */
export async function tarBytes(entries: readonly RawEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { content, ...header } of entries) {
    if (content === undefined) tar.entry(header).end(undefined);
    else tar.entry(header, content);
  }
  tar.finalize();
  return buffer(tar);
}
