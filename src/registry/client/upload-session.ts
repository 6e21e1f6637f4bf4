import type { Expected } from './checked-bytes.ts';
import type { HttpAnswer } from './http-request.ts';
import type { Repository } from './keychain.ts';
import { uploadLocation } from './location.ts';
import { blobName, callOnce, type Connection } from './registry-call.ts';
import { RegistryError, type Subject } from './registry-error.ts';

/** What an upload is for. */
export interface UploadTarget {
  readonly repository: Repository;
  readonly blob: Expected;
}

/** An upload that the registry has begun. */
export interface UploadSession {
  /** For the next request; it may have a query of the registry's own. */
  readonly location: URL;
  /** How many bytes the registry has. */
  readonly offset: number;
  /** The least that it wants in one request, in bytes ("OCI-Chunk-Min-Length"). */
  readonly smallestChunk: number;
}

/** Begins an upload ("Pushing a blob in chunks"). The token for all of it is asked for here, before a byte is sent. */
export async function beginUpload(connection: Connection, target: UploadTarget): Promise<UploadSession> {
  const answer = await callOnce(connection, {
    method: 'POST',
    ...callOf(target),
    target: 'blobs/uploads/',
    headers: { 'content-length': '0' },
    expected: [202],
  });
  answer.discard();
  const location = uploadLocation(answer.header('location'), answer.url, subjectOf(target));
  const smallest = Number(answer.header('oci-chunk-min-length') ?? 0);
  return { location, offset: 0, smallestChunk: Number.isSafeInteger(smallest) ? smallest : 0 };
}

/** Asks how much arrived ("GET upload status"); `undefined` where the registry knows the upload no more. */
export async function uploadStatus(
  connection: Connection,
  target: UploadTarget,
  session: UploadSession,
): Promise<UploadSession | undefined> {
  const answer = await callOnce(connection, {
    method: 'GET',
    ...callOf(target),
    target: session.location,
    expected: [204, 404],
  });
  answer.discard();
  if (answer.status === 404) return undefined;
  const offset = heldBytes(answer, 0);
  const subject = subjectOf(target);
  if (offset <= target.blob.size) return advanced(session, answer, target, offset);
  throw new RegistryError('BAD_ANSWER', subject, `registry ${subject.registry} has more of an upload than was sent`);
}

/** Gives an upload up. That it fails changes nothing: registries forget uploads in time. */
export async function cancelUpload(connection: Connection, target: UploadTarget, location: URL): Promise<void> {
  await callOnce(connection, { method: 'DELETE', ...callOf(target), target: location, expected: [204] }).then(
    (answer) => answer.discard(),
    () => undefined,
  );
}

/** How many bytes an answer says that the registry has; those up to `end` where it does not say. */
export function heldBytes({ header }: HttpAnswer, end: number): number {
  const last = /^(?:bytes=)?0-(\d+)$/.exec(header('range') ?? '')?.[1];
  // `0-0` is a range of one byte, but what distribution says of none, too.
  return last === undefined || (last === '0' && end <= 1) ? end : last === '0' ? 0 : Number(last) + 1;
}

/** The session after an answer, with the registry's bytes up to `offset`. Throws `BAD_ANSWER`. */
export function advanced(
  session: UploadSession,
  { header, url }: HttpAnswer,
  target: UploadTarget,
  offset: number,
): UploadSession {
  const location = header('location');
  return {
    ...session,
    location: location === undefined ? session.location : uploadLocation(location, url, subjectOf(target)),
    offset,
  };
}

/** What every request of an upload has in common. */
export function callOf({ repository, blob }: UploadTarget): {
  readonly repository: Repository;
  readonly actions: 'pull,push';
  readonly image: string;
} {
  return { repository, actions: 'pull,push', image: blobName(repository, blob.digest) };
}

export function subjectOf({ repository, blob }: UploadTarget): Subject {
  return { registry: repository.registry, image: blobName(repository, blob.digest) };
}
