import { Readable } from 'node:stream';
import { hasBlob } from './has-blob.ts';
import type { Repository } from './keychain.ts';
import { mountBlob } from './mount-blob.ts';
import { pushBlob, type UploadOptions } from './push-blob.ts';
import { repeatedly, type Connection } from './registry-call.ts';
import { RegistryError, type RegistryErrorCode } from './registry-error.ts';
import type { UploadTarget } from './upload-session.ts';

/** How a blob got where it should be. */
export type CopyOutcome = 'present' | 'mounted' | 'uploaded';

/** Opens a checked stream of the blob from its first byte. */
export type OpenBlob = () => Readable;

/** What an upload would fail with as well. */
const NOT_OF_THE_MOUNT: readonly RegistryErrorCode[] = ['NETWORK', 'TIMED_OUT', 'TLS', 'CREDENTIALS', 'RATE_LIMITED'];

/** Makes a repository have a blob of another, at the least cost; the stream passes through without being kept. */
export async function copyBlob(
  connection: Connection,
  target: UploadTarget,
  from: Repository,
  open: OpenBlob,
  options: UploadOptions,
): Promise<CopyOutcome> {
  // What is mounted has been looked at by nobody, so it is asked for afterwards.
  const mounted = await isMounted(connection, target, from);
  const isThere = await repeatedly(connection, async () => hasBlob(connection, target));
  if (isThere) return mounted ? 'mounted' : 'present';
  // A resumed upload reads from the start again: only the whole blob can be checked.
  await pushBlob(connection, target, (offset) => Readable.from(skip(open(), offset), { objectMode: false }), options);
  return 'uploaded';
}

/**
 * Who may write here and read there still may not mount, as tokens for two repositories are not given everywhere, and some
 * registries answer to a mount whatever comes to their mind.
 */
async function isMounted(connection: Connection, target: UploadTarget, from: Repository): Promise<boolean> {
  try {
    return await mountBlob(connection, target, from);
  } catch (error) {
    if (error instanceof RegistryError && !NOT_OF_THE_MOUNT.includes(error.code)) return false;
    throw error;
  }
}

async function* skip(stream: Readable, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}
