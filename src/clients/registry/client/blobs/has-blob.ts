import { verifySize, type ContentDescriptor } from './verify-content.ts';
import type { Repository } from '../credentials/keychain.ts';
import { blobName, sendRequestOnce, type Connection } from '../registry-request.ts';

/** A blob of a repository. */
export interface RemoteBlob {
  readonly repository: Repository;
  readonly blob: Pick<ContentDescriptor, 'digest'> & Partial<ContentDescriptor>;
}

/**
 * Sends one request to check if the repository has the blob ("Checking if content exists in the registry"). Throws
 * `SIZE_MISMATCH` if the blob with this digest has another size: the caller is mistaken, and registries would not
 * notice.
 *
 * Asks with the right to push, because Quay creates a repository with the first push and hides it before.
 */
export async function hasBlob(connection: Connection, { repository, blob }: RemoteBlob): Promise<boolean> {
  const response = await sendRequestOnce(connection, {
    method: 'HEAD',
    repository,
    target: `blobs/${blob.digest}`,
    actions: 'pull,push',
    image: blobName(repository, blob.digest),
    expected: [200, 404],
  });
  response.discard();
  if (response.status !== 200) return false;
  const length = response.header('content-length');
  if (blob.size !== undefined && length !== undefined) {
    const subject = { registry: repository.registry, image: blobName(repository, blob.digest) };
    verifySize(Number(length), blob.size, subject);
  }
  return true;
}
