import type { UploadParts } from './upload-parts.ts';
import { sendRequestOnce, type Connection } from '../registry-request.ts';
import { RegistryError } from '../registry-error.ts';
import { isTransient } from '../retrying.ts';
import {
  advanceSession,
  beginUpload,
  uploadRequest,
  receivedBytes,
  subjectOf,
  uploadStatus,
  type UploadSession,
  type UploadTarget,
} from './upload-session.ts';

interface UploadSource {
  readonly target: UploadTarget;
  readonly parts: UploadParts;
}

/** An upload in progress. */
export interface ChunkedUpload {
  readonly session: () => UploadSession;
  /** Sends parts until the registry has more than `offset` bytes, or all. Sends at least one part if any is left. */
  readonly sendPast: (offset: number) => Promise<void>;
  /** Determines where to continue after a failure. */
  readonly resume: () => Promise<void>;
}

/** Continues a started upload part by part. */
export function startChunkedUpload(connection: Connection, upload: UploadSource, begun: UploadSession): ChunkedUpload {
  const { target } = upload;
  let session = begun;
  let rejectedOffset: number | undefined;
  const send = async (): Promise<void> => {
    const next = await sendPart(connection, upload, session);
    rejectedOffset = next === undefined ? session.offset : undefined;
    if (next === undefined) throw rangeNotSatisfiable(target);
    session = next;
  };
  return {
    session: () => session,
    sendPast: async (offset) => {
      while (session.offset < target.blob.size) {
        await send();
        if (session.offset > offset) return;
      }
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

/** Sends the next part. Returns `undefined` if the registry expects a different part (416). */
async function sendPart(
  connection: Connection,
  { target, parts }: UploadSource,
  session: UploadSession,
): Promise<UploadSession | undefined> {
  const body = await parts.part(session.offset);
  const end = session.offset + body.length;
  const response = await sendRequestOnce(connection, {
    method: 'PATCH',
    ...uploadRequest(target),
    target: session.location,
    headers: { 'content-type': 'application/octet-stream', ...rangeOf(session.offset, end, target.blob.size) },
    body,
    // The specification requires 202. ECR answers 201, and Pulp 204.
    expected: [201, 202, 204, 416],
  });
  response.discard();
  if (response.status === 416) return undefined;
  // The last part needs no `Range` in the response, and some registries send a wrong one. The commit verifies the
  // digest.
  const offset = end === target.blob.size ? end : receivedBytes(response, end);
  if (offset > session.offset && offset <= end) return advanceSession(session, response, target, offset);
  const subject = subjectOf(target);
  throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} does not accept the uploaded bytes`);
}

/**
 * Returns the range of a part; both ends are inclusive ("Pushing a blob in chunks"). A request with the whole blob has
 * no range, because GHCR treats every request with a range as a chunk and rejects chunks above 4 MiB (416).
 */
function rangeOf(offset: number, end: number, size: number): Readonly<Record<string, string>> {
  return end - offset === size ? {} : { 'content-range': `${offset}-${end - 1}` };
}

/** The registry was still storing bytes from a broken connection. The next status request returns how many. */
function rangeNotSatisfiable(target: UploadTarget): RegistryError {
  const subject = subjectOf(target);
  const message = `registry ${subject.registry} expects a different part of the upload (416)`;
  return new RegistryError('UNAVAILABLE', subject, message);
}
