import { isDigest } from '../../../../core/oci/digest.ts';
import type { BlobSource } from './blob-source.ts';
import { verifyDigest } from './verify-content.ts';
import { hasBlob } from './has-blob.ts';
import { sendRequestOnce, withRequestRetries, type Connection } from '../registry-request.ts';
import { resumableUpload, type ResumableUpload } from './resumable-upload.ts';
import {
  beginUpload,
  uploadRequest,
  cancelUpload,
  subjectOf,
  type UploadSession,
  type UploadTarget,
} from './upload-session.ts';

/**
 * Uploads a blob, and resumes after broken connections where the registry's part ends. The registry verifies the digest and
 * rejects other content with `DIGEST_MISMATCH`. Rejects with the source's error if the source fails, and with an `Error` if
 * it ends early.
 */
export async function pushBlob(connection: Connection, target: UploadTarget, source: BlobSource): Promise<void> {
  const begun = await withRequestRetries(connection, async () => beginUpload(connection, target));
  const upload = resumableUpload(connection, target, source, begun);
  try {
    await withRequestRetries(connection, async (attempt) => {
      if (attempt > 1) await upload.resume();
      await upload.sendRest();
    });
    await complete(connection, target, upload);
  } catch (error) {
    await cancelUpload(connection, target, upload.session().location);
    throw error;
  }
}

/**
 * Commits the upload. If the response got lost, the registry may have the blob already and no longer know the upload.
 */
async function complete(connection: Connection, target: UploadTarget, upload: ResumableUpload): Promise<void> {
  await withRequestRetries(connection, async (attempt) => {
    if (attempt > 1) {
      if (await hasBlob(connection, target)) return;
      await upload.resume();
      await upload.sendRest();
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
