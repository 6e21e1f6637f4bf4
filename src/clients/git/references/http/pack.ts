import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { GitError } from '../git-error.ts';

const HEADER_BYTES = 12;
const VERSION = 2;
const TYPES = { commit: 1, tree: 2 } as const;

/** More than any tree whose packfile has the permitted size. A larger one is made of repetitions. */
const MAX_OBJECT_BYTES = 4 * 2 ** 20;

/**
 * Returns the content of the only object of a packfile (gitformat-pack(5)), after a check of its id. A pack of one object has no
 * deltas, because nothing else is there that the object could be based on.
 */
export function objectOfPack(pack: Buffer, kind: 'commit' | 'tree', id: string): Buffer {
  const isPack = pack.length > HEADER_BYTES && pack.toString('latin1', 0, 4) === 'PACK';
  if (!isPack || pack.readUInt32BE(4) !== VERSION || pack.readUInt32BE(8) !== 1) throw unusable();
  const { type, size, end } = objectHeader(pack);
  if (type !== TYPES[kind] || size > MAX_OBJECT_BYTES) throw unusable();
  const content = inflate(pack.subarray(end, pack.length - id.length / 2), size);
  const hash = createHash(id.length === 40 ? 'sha1' : 'sha256')
    .update(`${kind} ${content.length}\0`)
    .update(content);
  if (content.length !== size || hash.digest('hex') !== id) throw unusable();
  return content;
}

/** Reads the type and size: 4 bits of the size in the first byte, and 7 in each further one. */
function objectHeader(pack: Buffer): { readonly type: number; readonly size: number; readonly end: number } {
  let [byte, end] = [pack[HEADER_BYTES] ?? 0, HEADER_BYTES + 1];
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte >= 128; factor *= 128) {
    byte = pack[end] ?? 0;
    end += 1;
    size += (byte & 127) * factor;
    if (size > MAX_OBJECT_BYTES) break;
  }
  return { type, size, end };
}

function inflate(bytes: Buffer, size: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw unusable();
  }
}

function unusable(): GitError {
  return new GitError(
    'InvalidResponse',
    'the git server does not send the one commit or tree that was asked for: use a server that serves partial clones',
  );
}
