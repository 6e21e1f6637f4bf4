import type { Expected } from './checked-bytes.ts';
import type { Repository } from './keychain.ts';
import { blobName, callOnce, type Connection } from './registry-call.ts';

/** A blob of a repository. */
export interface BlobPlace {
  readonly repository: Repository;
  readonly blob: Pick<Expected, 'digest'>;
}

/** Whether the repository has a blob ("Checking if content exists in the registry"). Asks once. */
export async function hasBlob(connection: Connection, { repository, blob }: BlobPlace): Promise<boolean> {
  const answer = await callOnce(connection, {
    method: 'HEAD',
    repository,
    target: `blobs/${blob.digest}`,
    actions: 'pull',
    image: blobName(repository, blob.digest),
    expected: [200, 404],
  });
  answer.discard();
  return answer.status === 200;
}
