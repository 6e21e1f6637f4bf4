import { digestOf } from './digest.ts';
import { storedGzip } from './stored-gzip.ts';
import { sortedByPath, tar, type TarEntry, withParents } from './tar.ts';

/** A layer: a gzipped tar. Layers that come from another image have no content here. */
export interface Layer {
  /** The digest of the uncompressed tar. */
  readonly diffId: string;
  /** The digest of the compressed layer. */
  readonly digest: string;
  /** The size of the compressed layer in bytes. */
  readonly size: number;
  /** Set if the layer is not the gzipped tar type of the image's family. */
  readonly mediaType?: string;
  /** The compressed bytes, if they are in memory. */
  readonly content?: Uint8Array;
  /** The annotations of the layer in the manifest (OCI image specification, annotations.md). */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface LayerOptions {
  /** Sorted by path by default. `given` keeps the order, for layers whose known digest depends on it. */
  readonly order?: 'path' | 'given';
  /** True to add entries for parent directories that are not among the entries. */
  readonly parents?: boolean;
}

/** Creates a layer of the entries. The digests depend on the arguments only, not on time or machine. */
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
