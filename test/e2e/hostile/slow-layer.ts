import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Layer } from '../../../src/core/oci/layer.ts';
import { tar, type TarEntry } from '../../../src/core/oci/tar.ts';

/** The lifecycle extracts entries anywhere, so these bytes need no disk. */
const SINK = '/dev/null';

const CHUNK_BYTES = 64 * 1024 * 1024;

/** The two blocks that end a tar. */
const END_BYTES = 1024;

/** They take about four seconds on an idle machine. Tekton looks for the mark of the phase every second. */
const CHUNKS = 40;

type SlowLayer = Layer & { readonly content: Uint8Array };

const made = new Map<string, SlowLayer>();

/**
 * Returns a layer whose extraction takes many seconds after the given entries. It has one gzip member for each part. Its digest also
 * takes seconds, so each layer is made once.
 */
export function slowLayer(entries: readonly TarEntry[]): SlowLayer {
  const key = JSON.stringify(entries);
  const layer = made.get(key) ?? makeSlowLayer(entries);
  made.set(key, layer);
  return layer;
}

function makeSlowLayer(entries: readonly TarEntry[]): SlowLayer {
  const first = withoutEnd(tar(entries));
  const chunk = withoutEnd(tar([{ path: SINK, kind: 'file', content: new Uint8Array(CHUNK_BYTES) }]));
  const end = new Uint8Array(END_BYTES);
  const hash = createHash('sha256').update(first);
  for (let count = 0; count < CHUNKS; count += 1) hash.update(chunk);
  const diffId = `sha256:${hash.update(end).digest('hex')}`;
  const [start, middle, finish] = [gzipSync(first), gzipSync(chunk, { level: 1 }), gzipSync(end)];
  const content = Buffer.concat([start, ...Array.from({ length: CHUNKS }, () => middle), finish]);
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  return { diffId, digest, size: content.length, content };
}

function withoutEnd(archive: Uint8Array): Uint8Array {
  return archive.subarray(0, archive.length - END_BYTES);
}
