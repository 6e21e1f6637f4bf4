import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { tar } from '../oci.mjs';
import { require } from '../typescript.mjs';

const { extract } = require('tar-stream');

/** Returns a gzipped tar of files, `{ path, content, mode }`. The bytes depend on the arguments alone. */
export function tarball(files) {
  return gzipSync(tar(files.map((file) => ({ kind: 'file', ...file }))), { level: 9 });
}

/** Returns the files of a gzipped tar as `readTar` does, and accepts what `readStrictTarball` refuses. */
export function readTarball(content) {
  return readTar(gunzipSync(content));
}

/**
 * Returns the files of a gzipped tar as `readTar` does. Throws an `Error` unless `tarball` wrote the tar: programs read unusual tars in
 * different ways, so they could find files there that this program does not see.
 */
export async function readStrictTarball(content) {
  const archive = strictGunzip(content);
  const files = await readTar(archive);
  if (!archive.equals(tar(files.map((file) => ({ kind: 'file', ...file })))))
    throw new Error('the archive has more than its files, or headers that no release has');
  return files;
}

/** The lengths of a gzip header without optional fields, and of the checksum and size that end a gzip file (RFC 1952). */
const [GZIP_HEADER, GZIP_TRAILER] = [10, 8];

/** Returns the content of a gzip file. Throws an `Error` unless the file has one content, and a header without optional fields. */
export function strictGunzip(content) {
  const result = gunzipSync(content);
  const { engine } = inflateRawSync(content.subarray(GZIP_HEADER), { info: true });
  if (content[3] !== 0 || GZIP_HEADER + engine.bytesWritten + GZIP_TRAILER !== content.length)
    throw new Error('the gzip file has more than the compressed content');
  return result;
}

/** Returns the files of a tar as `{ path, mode, content }`. Throws an `Error` unless the tar has only files and directories. */
export async function readTar(content) {
  const entries = await tarEntries(content, ({ type }) => type !== 'directory');
  const other = entries.find(({ type }) => type !== 'file');
  if (other !== undefined) throw new Error(`${other.path} is a ${other.type}, not a file`);
  return entries.map(fileOf);
}

/** Returns the files of a tar whose path `selects` accepts, as `{ path, mode, content }`. Ignores links and the like. */
export async function selectTarFiles(content, selects) {
  const entries = await tarEntries(content, ({ name, type }) => type === 'file' && selects(name));
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
