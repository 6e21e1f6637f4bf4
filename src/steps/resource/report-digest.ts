import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/model/error-code.ts';
import { isJsonObject, parseJson } from '../../core/model/json.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import type { ResourceDependencies } from './dependencies.ts';

/** An output image resource of a Task of Tekton before v1. */
export interface DigestRequest {
  /** The directory where the Task's steps write the image (OCI image-spec, image-layout.md). */
  readonly directory: string;
  readonly url: string;
  readonly digestFile: string;
  readonly urlFile: string;
}

/** Reports the digest of the only image in a layout, or of the index if there are several images. Reports nothing without a layout. */
export async function reportDigest(
  { directory, url, digestFile, urlFile }: DigestRequest,
  dependencies: ResourceDependencies,
): Promise<void> {
  const file = path.join(directory, 'index.json');
  const index = await readIndex(file);
  if (index === undefined) {
    dependencies.log(`No digest is reported, because there is no ${file}`);
    return;
  }
  const digest = digestOf(index, file);
  dependencies.log(`Image ${JSON.stringify(url)} has digest ${digest}`);
  await writeFile(digestFile, digest);
  if (url !== '') await writeFile(urlFile, url);
}

/** The limit of registries for a manifest. */
const MAX_INDEX_BYTES = 4_194_304;

async function readIndex(file: string): Promise<Buffer | undefined> {
  try {
    // A pipe without a writer must not block.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await contentOf(handle, file);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (error instanceof PrepareError) throw error;
    throw new PrepareError('PrepareFailed', `cannot read ${file} (${errorCode(error)})`, error);
  }
}

async function contentOf(handle: FileHandle, file: string): Promise<Buffer> {
  const status = await handle.stat();
  if (!status.isFile() || status.size > MAX_INDEX_BYTES)
    throw new PrepareError('PrepareFailed', `${file} is not a file of at most ${MAX_INDEX_BYTES} bytes`);
  return handle.readFile();
}

function digestOf(index: Buffer, file: string): string {
  const value = parseJson(index.toString());
  const manifests: unknown = isJsonObject(value) ? value['manifests'] : undefined;
  if (!Array.isArray(manifests))
    throw new PrepareError('PrepareFailed', `${file} is not the index of an OCI image layout`);
  const [only, second] = manifests as readonly unknown[];
  if (only === undefined || second !== undefined) return `sha256:${createHash('sha256').update(index).digest('hex')}`;
  const digest = isJsonObject(only) ? only['digest'] : undefined;
  if (typeof digest === 'string' && /^[a-z0-9]+:[a-f0-9]{32,128}$/.test(digest)) return digest;
  throw new PrepareError('PrepareFailed', `${file} has a manifest without a valid digest`);
}
