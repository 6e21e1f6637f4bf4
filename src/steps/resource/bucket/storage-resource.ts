import type { Bucket, File } from '@google-cloud/storage';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isUtf8, toByteText } from '../../../core/model/byte-text.ts';
import type { BucketLocation } from '../../../core/model/bucket-location.ts';
import { makeTree, type Tree } from '../../prepare/archive/tree.ts';
import { makeBudget, NO_LIMITS } from '../../prepare/source/budget.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { ResourceDependencies } from '../dependencies.ts';
import { type Artifact, takeOverFiles } from '../hand-on-files.ts';
import { openBelow, requireRealDirectory } from '../real-directory.ts';
import { type BucketAddress, bucketFailure, openBucket } from './open-bucket.ts';

/** A storage resource (PipelineResource of type gcs) of a Task of Tekton before v1. */
export interface StorageRequest extends BucketAddress {
  readonly directory: string;
  /** True if the location is a folder. Otherwise it is one object. */
  readonly isFolder: boolean;
}

/** A storage resource that is an input. */
export interface StorageInput extends StorageRequest {
  readonly isOptional: boolean;
  /** The files of an earlier task. */
  readonly from: Artifact;
}

/** Provides the files of an input: those of an earlier task, or those of the location. Rejects with `PrepareError`. */
export async function provideStorage(input: StorageInput, dependencies: ResourceDependencies): Promise<void> {
  const { location, directory, from, isOptional } = input;
  await mkdir(directory, { recursive: true });
  if (from.location !== '') return takeOverFiles(from, directory, dependencies);
  if (location !== '') return download(input, dependencies);
  if (isOptional) {
    dependencies.log(`Downloading nothing to ${directory}`);
    return;
  }
  const message =
    'there is neither a location to download nor a directory of an earlier task: set the parameter with the location or bind the workspace';
  throw new PrepareError('InputsUnusable', message);
}

/** Downloads the object or the folder, as Tekton's step did (gsutil cp, gsutil rsync). */
async function download(request: StorageRequest, dependencies: ResourceDependencies): Promise<void> {
  const { location, directory, isFolder } = request;
  const { bucket, place } = await openBucket(request, dependencies);
  dependencies.log(`Downloading ${location} to ${directory}`);
  const tree = makeTree(directory, makeBudget(NO_LIMITS, dependencies.signal));
  try {
    if (isFolder) await downloadFolder(bucket, place, tree);
    else await write(tree, [place.path.at(-1) ?? ''], bucket.file(place.path.join('/')));
  } catch (error) {
    throw bucketFailure(error, `cannot download ${location}`);
  }
}

async function downloadFolder(bucket: Bucket, place: BucketLocation, tree: Tree): Promise<void> {
  const prefix = prefixOf(place);
  const [objects] = await bucket.getFiles({ prefix });
  for (const object of objects) {
    const name = object.name.slice(prefix.length);
    // Consoles create an empty object for each folder.
    if (name !== '' && !name.endsWith('/')) await write(tree, namesIn(name, object.name), object);
  }
}

/** Other programs write to the bucket too, so the names of objects can lead anywhere. */
function namesIn(name: string, object: string): readonly string[] {
  const names = name.split('/');
  if (!names.some((one) => ['', '.', '..'].includes(one) || one.includes('\0'))) return names;
  const message = `the name of object ${JSON.stringify(object)} is not a path below the folder: rename or delete the object`;
  throw new PrepareError('ArchiveInvalid', message);
}

async function write(tree: Tree, at: readonly string[], object: File): Promise<void> {
  await tree.file(at.map(toByteText), 0o644, contentOf(object));
}

async function* contentOf(object: File): AsyncGenerator<Uint8Array> {
  for await (const chunk of object.createReadStream()) if (chunk instanceof Uint8Array) yield chunk;
}

/** Uploads the directory, as Tekton's step did: a folder gets the same files, an object gets the only file. Rejects with `PrepareError`. */
export async function uploadStorage(request: StorageRequest, dependencies: ResourceDependencies): Promise<void> {
  const { location, directory, isFolder } = request;
  if (location === '') {
    dependencies.log(`Uploading nothing from ${directory}, because no bucket is bound`);
    return;
  }
  const { bucket, place } = await openBucket(request, dependencies);
  dependencies.log(`Uploading the files in ${directory} to ${location}`);
  try {
    await requireRealDirectory(directory);
    const files = await filesIn(directory, isFolder);
    const prefix = prefixOf(place);
    const isOneObject = !isFolder && !place.isFolder && files.length === 1;
    for (const file of files)
      await upload(
        directory,
        file,
        bucket.file(isOneObject ? place.path.join('/') : `${prefix}${file}`),
        dependencies.signal,
      );
    if (isFolder) await deleteOthers(bucket, prefix, files);
  } catch (error) {
    throw bucketFailure(error, `cannot upload the files in ${directory} to ${location}`);
  }
}

/** Returns the paths of the files in a directory. Without its folders if `isDeep` is false. */
async function filesIn(directory: string, isDeep: boolean): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true, encoding: 'buffer' })) {
    const name = entry.name.toString();
    if (!isUtf8(toByteText(entry.name))) throw badName(directory, name);
    const isFile = entry.isFile() || (entry.isSymbolicLink() && (await isLinkToFile(path.join(directory, name))));
    if (isFile) found.push(name);
    else if (isDeep && entry.isDirectory()) {
      for (const below of await filesIn(path.join(directory, name), true)) found.push(`${name}/${below}`);
    }
  }
  return found;
}

/** The names of objects are UTF-8. */
function badName(directory: string, name: string): PrepareError {
  const message = `the file ${JSON.stringify(name)} in ${directory} has a name that is not valid UTF-8, but the name of an object must be: rename the file`;
  return new PrepareError('InputsUnusable', message);
}

async function isLinkToFile(file: string): Promise<boolean> {
  return stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

async function upload(directory: string, file: string, object: File, signal: AbortSignal): Promise<void> {
  const handle = await openBelow(directory, file);
  try {
    await pipeline(handle.createReadStream({ autoClose: false }), object.createWriteStream({ resumable: false }), {
      signal,
    });
  } finally {
    await handle.close();
  }
}

/** Deletes the objects of the folder that the directory does not have, as `gsutil rsync -d` did. */
async function deleteOthers(bucket: Bucket, prefix: string, files: readonly string[]): Promise<void> {
  const kept = new Set(files.map((file) => `${prefix}${file}`));
  const [objects] = await bucket.getFiles({ prefix });
  for (const object of objects) if (!kept.has(object.name)) await object.delete({ ignoreNotFound: true });
}

function prefixOf({ path: names }: BucketLocation): string {
  return names.length === 0 ? '' : `${names.join('/')}/`;
}
