import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tar } from '../oci.mjs';
import { require } from '../typescript.mjs';

const { extract } = require('tar-stream');

/** Returns a gzipped tar of files, `{ path, content, mode }`. The bytes depend on the arguments alone. */
export function tarball(files) {
  return gzipSync(tar(files.map((file) => ({ kind: 'file', ...file }))), { level: 9 });
}

/** Returns the files of a gzipped tar. */
export function tarballFiles(content) {
  return tarFiles(gunzipSync(content));
}

/** Returns the files of a tar as `{ path, mode, content }`: those whose path `keeps` accepts. */
export async function tarFiles(content, keeps = () => true) {
  const files = [];
  const entries = extract();
  entries.end(content);
  for await (const entry of entries) {
    const { name: path, mode, type } = entry.header;
    if (type === 'file' && keeps(path)) files.push({ path, mode, content: await buffer(entry) });
    else entry.resume();
  }
  return files;
}
