import { Readable } from 'node:stream';
import type { Repository } from '../credentials/keychain.ts';
import { RegistryError, type RegistryErrorCode } from '../registry-error.ts';
import { sendRequestOnce, type Connection, withRequestRetries } from '../registry-request.ts';
import { resolveLocation } from '../transport/redirects.ts';
import { hasBlob } from './has-blob.ts';
import { pushBlob } from './push-blob.ts';
import { uploadRequest, cancelUpload, subjectOf, type UploadTarget } from './upload-session.ts';

/** How the blob was copied. */
export type CopyOutcome = 'present' | 'mounted' | 'uploaded';

/** Opens a verified stream of the blob from its first byte. */
export type OpenBlob = () => Readable;

/** Codes that an upload would fail with, too. After these, copying does not fall back to an upload. */
const NOT_MOUNT_SPECIFIC: readonly RegistryErrorCode[] = ['NETWORK', 'TIMED_OUT', 'TLS', 'CREDENTIALS', 'RATE_LIMITED'];

/** Copies a blob to another repository in the cheapest way. The stream passes through without being stored. */
export async function copyBlob(
  connection: Connection,
  target: UploadTarget,
  from: Repository,
  open: OpenBlob,
): Promise<CopyOutcome> {
  // Registries do not verify a mount, so check the blob afterwards.
  const mounted = await tryMount(connection, target, from);
  const exists = await withRequestRetries(connection, async () => hasBlob(connection, target));
  if (exists) return mounted ? 'mounted' : 'present';
  // A resumed upload reads from the first byte again, because only the whole blob can be verified.
  await pushBlob(connection, target, (offset) => Readable.from(skip(open(), offset), { objectMode: false }));
  return 'uploaded';
}

/**
 * Tries to mount. The account may be able to read and write but not to mount, because not every registry issues tokens
 * for two repositories. Some registries answer a mount with arbitrary errors.
 */
async function tryMount(connection: Connection, target: UploadTarget, from: Repository): Promise<boolean> {
  try {
    return await mountBlob(connection, target, from);
  } catch (error) {
    if (error instanceof RegistryError && !NOT_MOUNT_SPECIFIC.includes(error.code)) return false;
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

/**
 * Mounts a blob from another repository of the same registry ("Mounting a blob from another repository"). Returns false
 * if the registry wants an upload instead, or if the registries differ.
 */
export async function mountBlob(connection: Connection, target: UploadTarget, from: Repository): Promise<boolean> {
  if (from.registry !== target.repository.registry) return false;
  const query = new URLSearchParams({ mount: target.blob.digest, from: from.repository });
  return withRequestRetries(connection, async () => {
    const response = await sendRequestOnce(connection, {
      method: 'POST',
      ...uploadRequest(target),
      target: `blobs/uploads/?${query.toString()}`,
      source: from.repository,
      headers: { 'content-length': '0' },
      expected: [201, 202],
    });
    response.discard();
    if (response.status === 201) return true;
    // The registry started an upload that nothing will continue.
    await cancelUpload(
      connection,
      target,
      resolveLocation(response.header('location'), response.url, subjectOf(target)),
    );
    return false;
  });
}
