import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tar } from '../oci.mjs';
import { require } from '../typescript.mjs';

const { extract } = require('tar-stream');

/** Returns a gzipped tar of files, `{ path, content, mode }`. The bytes depend on the arguments alone. */
export function tarball(files) {
  return gzipSync(tar(files.map((file) => ({ kind: 'file', ...file }))), { level: 9 });
}

/** Returns the files of a gzipped tar as `{ path, mode, content }`. Throws an `Error` unless the tar has only files and directories. */
export async function readTarball(content) {
  const files = [];
  const stream = extract();
  stream.end(gunzipSync(content));
  for await (const entry of stream) {
    const { name, mode, type } = entry.header;
    if (type === 'file') files.push({ path: name, mode, content: await buffer(entry) });
    else if (type === 'directory') entry.resume();
    else throw new Error(`${name} is a ${type}, not a file`);
  }
  return files;
}
