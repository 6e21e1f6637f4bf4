import { pipeline } from 'node:stream/promises';
import { pipeline as joined } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { extractTar } from '../../prepare/archive/extract-tar.ts';
import { makeTree } from '../../prepare/archive/tree.ts';
import { makeBudget, NO_LIMITS } from '../../prepare/source/budget.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { ResourceDependencies } from '../dependencies.ts';
import { requireRealDirectory } from '../real-directory.ts';
import { type BucketAddress, bucketFailure, openBucket } from './open-bucket.ts';
import { packDirectory } from './pack-directory.ts';

/**
 * Uploads a directory as one object, a tar.gz. Later tasks get the same links and permissions, and never half of the files.
 * Rejects with `PrepareError`.
 */
export async function uploadArtifact(
  directory: string,
  address: BucketAddress,
  dependencies: ResourceDependencies,
): Promise<void> {
  const { bucket, place } = await openBucket(address, dependencies);
  dependencies.log(`Uploading the files in ${directory} to ${address.location}`);
  try {
    await requireRealDirectory(directory);
    const upload = bucket
      .file(place.path.join('/'))
      .createWriteStream({ resumable: false, contentType: 'application/gzip' });
    await pipeline(packDirectory(directory), createGzip(), upload, { signal: dependencies.signal });
  } catch (error) {
    throw bucketFailure(error, `cannot upload the files in ${directory} to ${address.location}`);
  }
}

/** Unpacks what `uploadArtifact` uploaded into a new directory. Rejects with `PrepareError`. */
export async function downloadArtifact(
  address: BucketAddress,
  directory: string,
  dependencies: ResourceDependencies,
): Promise<void> {
  const { bucket, place } = await openBucket(address, dependencies);
  dependencies.log(`Downloading the files of ${address.location} to ${directory}`);
  const tree = makeTree(directory, makeBudget(NO_LIMITS, dependencies.signal));
  const object = bucket.file(place.path.join('/')).createReadStream();
  try {
    // The reader of the tar reports the error.
    await extractTar(
      joined(object, createGunzip(), () => undefined),
      tree,
      0,
    );
    await tree.finish();
  } catch (error) {
    if (error instanceof PrepareError)
      throw new PrepareError(error.code, `cannot use ${address.location}: ${error.message}`, error);
    throw bucketFailure(error, `cannot download ${address.location}`);
  }
}
