import type { Repository } from './keychain.ts';
import { uploadLocation } from './location.ts';
import { callOnce, repeatedly, type Connection } from './registry-call.ts';
import { callOf, cancelUpload, subjectOf, type UploadTarget } from './upload-session.ts';

/**
 * Takes a blob over from another repository of the same registry ("Mounting a blob from another repository"); `false`
 * where the registry would rather have it uploaded. A registry never takes one from another registry.
 */
export async function mountBlob(connection: Connection, target: UploadTarget, from: Repository): Promise<boolean> {
  if (from.registry !== target.repository.registry) return false;
  const query = new URLSearchParams({ mount: target.blob.digest, from: from.repository });
  return repeatedly(connection, async () => {
    const answer = await callOnce(connection, {
      method: 'POST',
      ...callOf(target),
      target: `blobs/uploads/?${query.toString()}`,
      source: from.repository,
      headers: { 'content-length': '0' },
      expected: [201, 202],
    });
    answer.discard();
    if (answer.status === 201) return true;
    // The registry has begun an upload that nobody will go on with.
    await cancelUpload(connection, target, uploadLocation(answer.header('location'), answer.url, subjectOf(target)));
    return false;
  });
}
