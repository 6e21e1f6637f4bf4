import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { digestOf, sortedByPath, withParents, tar } from '../oci.mjs';

/** Returns the layer of a COPY: a file, or the content of a directory, owned by root and readable by everyone. */
export function copiedLayer(source, target) {
  return compressedLayer(tar(sortedByPath(withParents(entries(source, target)))));
}

/** Compresses a layer, because nodes pull it. Layers of builder images are uncompressed, because their digests are predicted. */
async function compressedLayer(content) {
  return layerOf(content, await promisify(gzip)(content, { level: 9 }));
}

/** Returns the layer of a tar archive and its gzip. */
export function layerOf(content, compressed) {
  return { diffId: digestOf(content), digest: digestOf(compressed), size: compressed.length, content: compressed };
}

function entries(source, target) {
  const stats = statSync(source);
  if (stats.isDirectory()) {
    const below = readdirSync(source).flatMap((name) =>
      entries(path.join(source, name), path.posix.join(target, name)),
    );
    return [{ path: target, kind: 'directory' }, ...below];
  }
  const mode = (stats.mode & 0o100) === 0 ? 0o644 : 0o755;
  return [{ path: target, kind: 'file', content: readFileSync(source), mode }];
}
