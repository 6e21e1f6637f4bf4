import { partsOf, type BlobSource, type Parts } from './blob-source.ts';
import { checkDigest } from './checked-bytes.ts';
import { hasBlob } from './has-blob.ts';
import { callOnce, repeatedly, type Connection } from './registry-call.ts';
import { RegistryError } from './registry-error.ts';
import {
  advanced,
  beginUpload,
  callOf,
  cancelUpload,
  subjectOf,
  uploadStatus,
  type UploadSession,
  type UploadTarget,
} from './upload-session.ts';

/** How a blob is uploaded. */
export interface UploadOptions {
  /** Of one request, in bytes; a registry's own minimum goes before it. */
  readonly chunkSize?: number;
}

interface Upload {
  readonly target: UploadTarget;
  readonly parts: Parts;
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
  let session = await repeatedly(connection, async () => beginUpload(connection, target));
  const chunk = chunkSize === undefined ? undefined : Math.max(chunkSize, session.smallestChunk);
  const upload = { target, parts: partsOf(source, target.blob.size, chunk) };
  try {
    while (session.offset < target.blob.size) session = await progress(connection, upload, session);
    await complete(connection, upload, session);
  } catch (error) {
    await cancelUpload(connection, target, session.location);
    throw error;
  }
}

/** Sends the next part. After a failure the registry is asked how much of it arrived. */
async function progress(connection: Connection, upload: Upload, begun: UploadSession): Promise<UploadSession> {
  let session = begun;
  return repeatedly(connection, async (attempt) => {
    if (attempt > 1) session = await found(connection, upload, session);
    return session.offset < upload.target.blob.size ? sendPart(connection, upload, session) : session;
  });
}

/** Commits what was sent; where the answer got lost, the registry may have the blob and know the upload no more. */
async function complete(connection: Connection, upload: Upload, begun: UploadSession): Promise<void> {
  let session = begun;
  const { target } = upload;
  await repeatedly(connection, async (attempt) => {
    if (attempt > 1) {
      if (await hasBlob(connection, target)) return;
      session = await found(connection, upload, session);
      while (session.offset < target.blob.size) session = await sendPart(connection, upload, session);
    }
    await commit(connection, target, session);
  });
}

async function found(connection: Connection, { target }: Upload, session: UploadSession): Promise<UploadSession> {
  return (await uploadStatus(connection, target, session)) ?? beginUpload(connection, target);
}

/** "Pushing a blob in chunks": both ends of the range are included. */
async function sendPart(
  connection: Connection,
  { target, parts }: Upload,
  session: UploadSession,
): Promise<UploadSession> {
  const body = await parts.part(session.offset);
  const end = session.offset + body.length;
  const answer = await callOnce(connection, {
    method: 'PATCH',
    ...callOf(target),
    target: session.location,
    headers: { 'content-type': 'application/octet-stream', 'content-range': `${session.offset}-${end - 1}` },
    body,
    expected: [202, 416],
  });
  answer.discard();
  const subject = subjectOf(target);
  if (answer.status === 416) {
    // It was still putting away what came over a connection that broke: asked once more, it says how much that was.
    throw new RegistryError(
      'UNAVAILABLE',
      subject,
      `registry ${subject.registry} has another part of the upload (416)`,
    );
  }
  const next = advanced(session, answer, target, end);
  if (next.offset > session.offset && next.offset <= end) return next;
  throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} does not take what it is sent`);
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
