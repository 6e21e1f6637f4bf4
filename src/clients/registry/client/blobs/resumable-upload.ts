import { bodyFrom, type BlobSource } from './blob-source.ts';
import { sendRequestOnce, type Connection } from '../registry-request.ts';
import { RegistryError } from '../registry-error.ts';
import { isTransient } from '../retrying.ts';
import {
  advanceSession,
  beginUpload,
  uploadRequest,
  subjectOf,
  uploadStatus,
  type UploadSession,
  type UploadTarget,
} from './upload-session.ts';

/** An upload in progress. */
export interface ResumableUpload {
  readonly session: () => UploadSession;
  /** Sends the bytes that the registry does not have. */
  readonly sendRest: () => Promise<void>;
  /** Determines where to continue after a failure. */
  readonly resume: () => Promise<void>;
}

/** Continues a started upload. */
export function resumableUpload(
  connection: Connection,
  target: UploadTarget,
  source: BlobSource,
  begun: UploadSession,
): ResumableUpload {
  let session = begun;
  let rejectedOffset: number | undefined;
  return {
    session: () => session,
    sendRest: async () => {
      if (session.offset === target.blob.size) return;
      const next = await sendRest(connection, target, source, session);
      rejectedOffset = next === undefined ? session.offset : undefined;
      if (next === undefined) throw rangeNotSatisfiable(target);
      session = next;
    },
    resume: async () => {
      const resumable = await resumableSession(connection, target, session);
      // Start again if the registry rejects the part that it asked for. Quay reports one byte too many, and would do so
      // forever.
      const isUsable = resumable !== undefined && resumable.offset !== rejectedOffset;
      rejectedOffset = undefined;
      session = isUsable ? resumable : await beginUpload(connection, target);
    },
  };
}

/**
 * Returns the session with the bytes that the registry has, or `undefined` to start a new upload. Starts again after
 * zero bytes, because the whole blob is sent without a range and would be appended to bytes still on their way. Also
 * starts again if the registry does not support the status request (405, 400), or its answer is unusable.
 */
async function resumableSession(
  connection: Connection,
  target: UploadTarget,
  session: UploadSession,
): Promise<UploadSession | undefined> {
  try {
    const status = await uploadStatus(connection, target, session);
    return status?.offset === 0 ? undefined : status;
  } catch (error) {
    if (error instanceof RegistryError && !isTransient(error)) return undefined;
    throw error;
  }
}

/** Sends the bytes after the session's offset. Returns `undefined` if the registry expects a different part (416). */
async function sendRest(
  connection: Connection,
  target: UploadTarget,
  source: BlobSource,
  session: UploadSession,
): Promise<UploadSession | undefined> {
  const { size } = target.blob;
  const { offset } = session;
  // Both ends of a range are inclusive ("Pushing a blob in chunks"). A request with the whole blob has no range, because GHCR
  // treats every request with a range as a chunk and rejects chunks above 4 MiB (416).
  const range = offset === 0 ? {} : { 'content-range': `${offset}-${size - 1}` };
  const response = await sendRequestOnce(connection, {
    method: 'PATCH',
    ...uploadRequest(target),
    target: session.location,
    headers: { 'content-type': 'application/octet-stream', ...range },
    body: bodyFrom(source, size, offset),
    // The specification requires 202. ECR answers 201, and Pulp 204.
    expected: [201, 202, 204, 416],
  });
  response.discard();
  // The `Range` of the response is ignored, because some registries send a wrong one. The commit verifies the digest.
  return response.status === 416 ? undefined : advanceSession(session, response, target, size);
}

/** The registry was still storing bytes from a broken connection. The next status request returns how many. */
function rangeNotSatisfiable(target: UploadTarget): RegistryError {
  const subject = subjectOf(target);
  const message = `registry ${subject.registry} expects a different part of the upload (416)`;
  return new RegistryError('UNAVAILABLE', subject, message);
}
