import { digestOf } from './digest.ts';
import { storedGzip } from './stored-gzip.ts';
import { sortedByPath } from './tar/order.ts';
import { withParents } from './tar/parents.ts';
import type { TarEntry } from './tar/tar-entry.ts';
import { tar } from './tar/tar.ts';

/** A layer of an image: gzip of a tar. One of another image is known by its digests alone. */
export interface Layer {
  /** Of the tar. */
  readonly diffId: string;
  /** Of the gzip, as its size is. */
  readonly digest: string;
  readonly size: number;
  /** Where it is not gzip in the image's family of types. */
  readonly mediaType?: string;
  /** The gzip, where it is at hand. */
  readonly content?: Uint8Array;
  /** What the manifest says of it (OCI image specification, annotations.md). */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface LayerOptions {
  /** By path, unless what reads the layer's digest expects another. */
  readonly order?: 'path' | 'given';
  /** Whether directories are added for parents that are not among the entries. */
  readonly parents?: boolean;
}

/** A layer of the entries. Its digests depend on them alone. */
export function makeLayer(
  entries: readonly TarEntry[],
  options: LayerOptions = {},
): Required<Omit<Layer, 'mediaType' | 'annotations'>> {
  const { order = 'path', parents = false } = options;
  const complete = parents ? withParents(entries) : entries;
  const uncompressed = tar(order === 'path' ? sortedByPath(complete) : complete);
  const content = storedGzip(uncompressed);
  return { diffId: digestOf(uncompressed), digest: digestOf(content), size: content.length, content };
}
