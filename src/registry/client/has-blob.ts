import { checkSize, type Expected } from './checked-bytes.ts';
import type { Repository } from './keychain.ts';
import { blobName, callOnce, type Connection } from './registry-call.ts';

/** A blob of a repository. */
export interface BlobPlace {
  readonly repository: Repository;
  readonly blob: Pick<Expected, 'digest'> & Partial<Expected>;
}

/**
 * Whether the repository has a blob ("Checking if content exists in the registry"). Asks once. Throws `SIZE_MISMATCH`
 * where the blob of that digest has another size: who names both is mistaken, and no registry would notice. It is asked of
 * repositories that are pushed to, with the right to do so: Quay makes a repository when that is first asked for, and
 * shows none before.
 */
export async function hasBlob(connection: Connection, { repository, blob }: BlobPlace): Promise<boolean> {
  const answer = await callOnce(connection, {
    method: 'HEAD',
    repository,
    target: `blobs/${blob.digest}`,
    actions: 'pull,push',
    image: blobName(repository, blob.digest),
    expected: [200, 404],
  });
  answer.discard();
  if (answer.status !== 200) return false;
  const length = answer.header('content-length');
  if (blob.size !== undefined && length !== undefined) {
    const subject = { registry: repository.registry, image: blobName(repository, blob.digest) };
    checkSize(Number(length), blob.size, subject);
  }
  return true;
}
