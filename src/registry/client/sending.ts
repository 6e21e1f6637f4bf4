import type { Parts } from './blob-source.ts';
import { callOnce, type Connection } from './registry-call.ts';
import { RegistryError } from './registry-error.ts';
import { isTransient } from './retrying.ts';
import {
  advanced,
  beginUpload,
  callOf,
  heldBytes,
  subjectOf,
  uploadStatus,
  type UploadSession,
  type UploadTarget,
} from './upload-session.ts';

interface Upload {
  readonly target: UploadTarget;
  readonly parts: Parts;
}

/** An upload on its way. */
export interface Sending {
  readonly session: () => UploadSession;
  /** Sends parts until the registry has more than so many bytes, or all; one at least, where one is left. */
  readonly sendPast: (offset: number) => Promise<void>;
  /** Finds out where to go on after a failure. */
  readonly resume: () => Promise<void>;
}

/** An upload that has begun, part by part. */
export function makeSending(connection: Connection, upload: Upload, begun: UploadSession): Sending {
  const { target } = upload;
  let session = begun;
  let refused: number | undefined;
  const send = async (): Promise<void> => {
    const next = await sendPart(connection, upload, session);
    refused = next === undefined ? session.offset : undefined;
    if (next === undefined) throw anotherPart(target);
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
      const kept = await keptSession(connection, target, session);
      // Who refuses the very part that it asks for may do so for ever: Quay asks for one byte too late.
      const isOfUse = kept !== undefined && kept.offset !== refused;
      refused = undefined;
      session = isOfUse ? kept : await beginUpload(connection, target);
    },
  };
}

/**
 * What the registry has kept of an upload; `undefined` where it is to begin anew. So it is where nothing was kept, as the
 * whole is sent without a range and would be added to what is still on its way, and where the registry does not tell:
 * many do not know the request (405, 400), and Quay counts one byte too many.
 */
async function keptSession(
  connection: Connection,
  target: UploadTarget,
  session: UploadSession,
): Promise<UploadSession | undefined> {
  try {
    const kept = await uploadStatus(connection, target, session);
    return kept?.offset === 0 ? undefined : kept;
  } catch (error) {
    if (error instanceof RegistryError && !isTransient(error)) return undefined;
    throw error;
  }
}

/** Sends the next part; `undefined` where the registry wants another (416). */
async function sendPart(
  connection: Connection,
  { target, parts }: Upload,
  session: UploadSession,
): Promise<UploadSession | undefined> {
  const body = await parts.part(session.offset);
  const end = session.offset + body.length;
  const answer = await callOnce(connection, {
    method: 'PATCH',
    ...callOf(target),
    target: session.location,
    headers: { 'content-type': 'application/octet-stream', ...rangeOf(session.offset, end, target.blob.size) },
    body,
    // The specification has 202; ECR answers 201, and Pulp 204.
    expected: [201, 202, 204, 416],
  });
  answer.discard();
  if (answer.status === 416) return undefined;
  // Of the last part no `Range` is needed, and registries have wrong ones: the commit checks the digest.
  const offset = end === target.blob.size ? end : heldBytes(answer, end);
  if (offset > session.offset && offset <= end) return advanced(session, answer, target, offset);
  const subject = subjectOf(target);
  throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} does not take what it is sent`);
}

/**
 * "Pushing a blob in chunks": both ends of the range are included. A request that carries the whole blob has none: GHCR
 * takes whatever has a range for a chunk, and no chunk above 4 MiB (416).
 */
function rangeOf(offset: number, end: number, size: number): Readonly<Record<string, string>> {
  return end - offset === size ? {} : { 'content-range': `${offset}-${end - 1}` };
}

/** It was still putting away what came over a connection that broke: asked once more, it says how much that was. */
function anotherPart(target: UploadTarget): RegistryError {
  const subject = subjectOf(target);
  const sentence = `registry ${subject.registry} has another part of the upload (416)`;
  return new RegistryError('UNAVAILABLE', subject, sentence);
}
