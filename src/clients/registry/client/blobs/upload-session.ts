import type { ContentDescriptor } from './verify-content.ts';
import type { RegistryResponse } from '../transport/http-request.ts';
import type { Repository } from '../credentials/keychain.ts';
import { resolveLocation } from '../transport/redirects.ts';
import { blobName, sendRequestOnce, type Connection } from '../registry-request.ts';
import { RegistryError, type Subject } from '../registry-error.ts';

/** The blob to upload and its repository. */
export interface UploadTarget {
  readonly repository: Repository;
  readonly blob: ContentDescriptor;
}

/** An upload that the registry has started. */
export interface UploadSession {
  /** The URL of the next request, which can contain a query of the registry. */
  readonly location: URL;
  /** The number of bytes that the registry has. */
  readonly offset: number;
}

/**
 * Starts an upload ("Pushing a blob in chunks"). This request obtains the token for the whole upload, before any byte
 * is sent.
 */
export async function beginUpload(connection: Connection, target: UploadTarget): Promise<UploadSession> {
  const response = await sendRequestOnce(connection, {
    method: 'POST',
    ...uploadRequest(target),
    target: 'blobs/uploads/',
    headers: { 'content-length': '0' },
    expected: [202],
  });
  response.discard();
  const location = resolveLocation(response.header('location'), response.url, subjectOf(target));
  return { location, offset: 0 };
}

/**
 * Asks how many bytes arrived ("GET upload status"). Returns `undefined` if the registry no longer knows the upload.
 */
export async function uploadStatus(
  connection: Connection,
  target: UploadTarget,
  session: UploadSession,
): Promise<UploadSession | undefined> {
  const response = await sendRequestOnce(connection, {
    method: 'GET',
    ...uploadRequest(target),
    target: session.location,
    expected: [204, 404],
  });
  response.discard();
  if (response.status === 404) return undefined;
  const offset = receivedBytes(response);
  const subject = subjectOf(target);
  if (offset <= target.blob.size) return advanceSession(session, response, target, offset);
  throw new RegistryError(
    'BAD_ANSWER',
    subject,
    `registry ${subject.registry} reports more uploaded bytes than were sent`,
  );
}

/** Cancels an upload. Ignores failures, because registries drop uploads after a while. */
export async function cancelUpload(connection: Connection, target: UploadTarget, location: URL): Promise<void> {
  await sendRequestOnce(connection, {
    method: 'DELETE',
    ...uploadRequest(target),
    target: location,
    expected: [204],
  }).then(
    (response) => response.discard(),
    () => undefined,
  );
}

/** Returns the number of bytes that the registry has by the `Range` of its response, or 0 if there is no `Range`. */
function receivedBytes({ header }: RegistryResponse): number {
  const last = /^(?:bytes=)?0-(\d+)$/.exec(header('range') ?? '')?.[1];
  // `0-0` means one byte, but distribution also sends it for zero bytes.
  return last === undefined || last === '0' ? 0 : Number(last) + 1;
}

/**
 * Returns the session after a response, with the registry at `offset`. Throws `BAD_ANSWER` for an unusable location.
 */
export function advanceSession(
  session: UploadSession,
  { header, url }: RegistryResponse,
  target: UploadTarget,
  offset: number,
): UploadSession {
  const location = header('location');
  return {
    ...session,
    location: location === undefined ? session.location : resolveLocation(location, url, subjectOf(target)),
    offset,
  };
}

/** Returns the fields that all requests of an upload share. */
export function uploadRequest({ repository, blob }: UploadTarget): {
  readonly repository: Repository;
  readonly actions: 'pull,push';
  readonly image: string;
} {
  return { repository, actions: 'pull,push', image: blobName(repository, blob.digest) };
}

export function subjectOf({ repository, blob }: UploadTarget): Subject {
  return { registry: repository.registry, image: blobName(repository, blob.digest) };
}
