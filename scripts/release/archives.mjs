import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { tar } from '../oci.mjs';
import { require } from '../typescript.mjs';

const { extract } = require('tar-stream');

/** Returns a gzipped tar of files, `{ path, content, mode }`. The bytes depend on the arguments alone. */
export function tarball(files) {
  return gzipSync(tar(files.map((file) => ({ kind: 'file', ...file }))), { level: 9 });
}

/** Returns the files of a gzipped tar as `releaseFiles` does. */
export function tarballFiles(content) {
  return releaseFiles(gunzipSync(content));
}

/**
 * Returns the files of a tarball that `tarball` wrote. Throws a sentence about any other one: programs read unusual tars in different
 * ways, so they could find files there that this program does not see.
 */
export async function ownTarballFiles(content) {
  const archive = unzipped(content);
  const files = await releaseFiles(archive);
  if (!archive.equals(tar(files.map((file) => ({ kind: 'file', ...file })))))
    throw new Error('the archive has more than its files, or headers that no release has');
  return files;
}

/** The lengths of a gzip header without optional fields, and of the checksum and size that end a gzip file (RFC 1952). */
const [GZIP_HEADER, GZIP_TRAILER] = [10, 8];

/** Returns the content of a gzip file. Throws a sentence if its header has optional fields, or if the file has more than one content. */
export function unzipped(content) {
  const result = gunzipSync(content);
  const { engine } = inflateRawSync(content.subarray(GZIP_HEADER), { info: true });
  if (content[3] !== 0 || GZIP_HEADER + engine.bytesWritten + GZIP_TRAILER !== content.length)
    throw new Error('the gzip file has more than the compressed content');
  return result;
}

/** Returns the files of a tar as `{ path, mode, content }`. Throws a sentence if the tar has links or the like. */
export async function releaseFiles(content) {
  const entries = await tarEntries(content, ({ type }) => type !== 'directory');
  const other = entries.find(({ type }) => type !== 'file');
  if (other !== undefined) throw new Error(`${other.path} is a ${other.type}, not a file`);
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
