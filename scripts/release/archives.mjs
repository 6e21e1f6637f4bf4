import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tar } from '../oci.mjs';
import { require } from '../typescript.mjs';

const { extract } = require('tar-stream');

/** Returns a gzipped tar of files, `{ path, content, mode }`. The bytes depend on the arguments alone. */
export function tarball(files) {
  return gzipSync(tar(files.map((file) => ({ kind: 'file', ...file }))), { level: 9 });
}

/** Returns the files of a gzipped tar as `tarFiles` does. Throws a sentence if the tar has links or the like. */
export async function tarballFiles(content) {
  const entries = await tarEntries(gunzipSync(content), () => true);
  const others = entries.filter(({ type }) => type !== 'file');
  if (others.length > 0) throw new Error(`${others[0].path} is a ${others[0].type}, not a file`);
  return entries.map(fileOf);
}

/** Returns the files of a tar as `{ path, mode, content }`: those whose path `keeps` accepts. */
export async function tarFiles(content, keeps = () => true) {
  const entries = await tarEntries(content, ({ name, type }) => type === 'file' && keeps(name));
  return entries.map(fileOf);
}

function fileOf({ path, mode, content }) {
  return { path, mode, content };
}

async function tarEntries(archive, keeps) {
  const entries = [];
  const stream = extract();
  stream.end(archive);
  for await (const entry of stream) {
    const { name: path, mode, type } = entry.header;
    if (keeps(entry.header)) entries.push({ path, type, mode, content: await buffer(entry) });
    else entry.resume();
  }
  return entries;
}
