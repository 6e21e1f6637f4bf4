import { partsOf, type BlobSource } from './blob-source.ts';
import { checkDigest } from './checked-bytes.ts';
import { hasBlob } from './has-blob.ts';
import { callOnce, repeatedly, type Connection } from './registry-call.ts';
import { makeSending, type Sending } from './sending.ts';
import {
  beginUpload,
  callOf,
  cancelUpload,
  subjectOf,
  type UploadSession,
  type UploadTarget,
} from './upload-session.ts';

/** How a blob is uploaded. */
export interface UploadOptions {
  /** Of one request, in bytes; a registry's own minimum goes before it. */
  readonly chunkSize?: number;
}

/**
 * Uploads a blob in chunks, each of which is resumed where a connection broke. The registry checks the digest: other
 * content is refused with `DIGEST_MISMATCH`. A source that ends early is an `Error`, and what it throws is thrown.
 */
export async function pushBlob(
  connection: Connection,
  target: UploadTarget,
  source: BlobSource,
  { chunkSize }: UploadOptions = {},
): Promise<void> {
  const begun = await repeatedly(connection, async () => beginUpload(connection, target));
  const chunk = chunkSize === undefined ? undefined : Math.max(chunkSize, begun.smallestChunk);
  const parts = partsOf(source, target.blob.size, chunk);
  const sending = makeSending(connection, { target, parts }, begun);
  try {
    while (sending.session().offset < target.blob.size) await progress(connection, sending);
    await complete(connection, target, sending);
  } catch (error) {
    await cancelUpload(connection, target, sending.session().location);
    throw error;
  }
}

/** Sends the next part. After a failure the registry is asked how much of it arrived; it may have lost what came before. */
async function progress(connection: Connection, sending: Sending): Promise<void> {
  const { offset } = sending.session();
  await repeatedly(connection, async (attempt) => {
    if (attempt > 1) await sending.resume();
    await sending.sendPast(offset);
  });
}

/** Commits what was sent; where the answer got lost, the registry may have the blob and know the upload no more. */
async function complete(connection: Connection, target: UploadTarget, sending: Sending): Promise<void> {
  await repeatedly(connection, async (attempt) => {
    if (attempt > 1) {
      if (await hasBlob(connection, target)) return;
      await sending.resume();
      await sending.sendPast(target.blob.size);
    }
    await commit(connection, target, sending.session());
  });
}

async function commit(connection: Connection, target: UploadTarget, { location }: UploadSession): Promise<void> {
  const url = new URL(location);
  url.searchParams.set('digest', target.blob.digest);
  const answer = await callOnce(connection, {
    method: 'PUT',
    ...callOf(target),
    target: url,
    headers: { 'content-type': 'application/octet-stream', 'content-length': '0' },
    idle: connection.wire.deadlines.commit,
    expected: [201],
  });
  answer.discard();
  checkDigest(answer.header('docker-content-digest') ?? target.blob.digest, target.blob.digest, subjectOf(target));
}
