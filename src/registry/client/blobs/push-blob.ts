import { isDigest } from '../../digest.ts';
import { uploadParts, type BlobSource } from './upload-parts.ts';
import { verifyDigest } from './verify-content.ts';
import { hasBlob } from './has-blob.ts';
import { sendRequestOnce, withRequestRetries, type Connection } from '../registry-request.ts';
import { startChunkedUpload, type ChunkedUpload } from './chunked-upload.ts';
import {
  beginUpload,
  uploadRequest,
  cancelUpload,
  subjectOf,
  type UploadSession,
  type UploadTarget,
} from './upload-session.ts';

/** Options of an upload. */
export interface UploadOptions {
  /** The largest part of one request in bytes. A larger minimum of the registry takes precedence. */
  readonly chunkSize?: number;
}

/**
 * Uploads a blob in parts and resumes after broken connections. The registry verifies the digest and rejects other
 * content with `DIGEST_MISMATCH`. Rejects with the source's error if the source fails, and with an `Error` if it ends
 * early.
 */
export async function pushBlob(
  connection: Connection,
  target: UploadTarget,
  source: BlobSource,
  { chunkSize }: UploadOptions = {},
): Promise<void> {
  const started = await withRequestRetries(connection, async () => beginUpload(connection, target));
  const partSize = chunkSize === undefined ? undefined : Math.max(chunkSize, started.minChunkBytes);
  const parts = uploadParts(source, target.blob.size, partSize);
  const upload = startChunkedUpload(connection, { target, parts }, started);
  try {
    while (upload.session().offset < target.blob.size) await progress(connection, upload);
    await complete(connection, target, upload);
  } catch (error) {
    await cancelUpload(connection, target, upload.session().location);
    throw error;
  }
}

/**
 * Sends the next part. After a failure asks the registry how many bytes it has; the registry may have lost earlier
 * bytes, too.
 */
async function progress(connection: Connection, upload: ChunkedUpload): Promise<void> {
  const { offset } = upload.session();
  await withRequestRetries(connection, async (attempt) => {
    if (attempt > 1) await upload.resume();
    await upload.sendPast(offset);
  });
}

/**
 * Commits the upload. If the response got lost, the registry may have the blob already and no longer know the upload.
 */
async function complete(connection: Connection, target: UploadTarget, upload: ChunkedUpload): Promise<void> {
  await withRequestRetries(connection, async (attempt) => {
    if (attempt > 1) {
      if (await hasBlob(connection, target)) return;
      await upload.resume();
      await upload.sendPast(target.blob.size);
    }
    await commit(connection, target, upload.session());
  });
}

async function commit(connection: Connection, target: UploadTarget, { location }: UploadSession): Promise<void> {
  const url = new URL(location);
  url.searchParams.set('digest', target.blob.digest);
  const response = await sendRequestOnce(connection, {
    method: 'PUT',
    ...uploadRequest(target),
    target: url,
    headers: { 'content-type': 'application/octet-stream', 'content-length': '0' },
    idleTimeoutMs: connection.transport.timeouts.commitIdleMs,
    expected: [201],
  });
  response.discard();
  const { digest } = target.blob;
  const reported = response.header('docker-content-digest');
  // The header alone proves nothing (go-containerregistry ignores it), so ask for the blob.
  if (!isDigest(reported) || reported === digest || (await hasBlob(connection, target))) return;
  verifyDigest(reported, digest, subjectOf(target));
}
