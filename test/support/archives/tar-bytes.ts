import { buffer } from 'node:stream/consumers';
import { pack, type Header } from 'tar-stream';

/** An entry as a tool may have written it; of `content` there is none but in files. */
export type RawEntry = Partial<Header> & { readonly name: string; readonly content?: string };

/** A tar of entries, however bad they are. */
export async function tarBytes(entries: readonly RawEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { content, ...header } of entries) {
    if (content === undefined) tar.entry(header).end(undefined);
    else tar.entry(header, content);
  }
  tar.finalize();
  return buffer(tar);
}
