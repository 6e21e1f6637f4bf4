import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../http/error-code.ts';
import { isJsonObject, parseJson } from '../../model/json.ts';
import { PrepareError } from '../prepare/prepare-error.ts';
import type { World } from './world.ts';

/** An output image of a Task of Tekton before v1. */
export interface DigestRequest {
  /** Where the Task's steps have left the image's layout (OCI image-spec, image-layout.md). */
  readonly directory: string;
  readonly url: string;
  readonly digestFile: string;
  readonly urlFile: string;
}

/** Reports the digest of the one image of a layout, or of the index where it has several; without a layout, nothing. */
export async function reportDigest(
  { directory, url, digestFile, urlFile }: DigestRequest,
  world: World,
): Promise<void> {
  const file = path.join(directory, 'index.json');
  const index = await readIndex(file);
  if (index === undefined) {
    world.log(`There is no ${file}: no digest is reported`);
    return;
  }
  const digest = digestOf(index, file);
  world.log(`Image ${JSON.stringify(url)} has digest ${digest}`);
  await writeFile(digestFile, digest);
  if (url !== '') await writeFile(urlFile, url);
}

async function readIndex(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new PrepareError('PrepareFailed', `${file} cannot be read (${errorCode(error)})`, error);
  }
}

function digestOf(index: Buffer, file: string): string {
  const value = parseJson(index.toString());
  const manifests: unknown = isJsonObject(value) ? value['manifests'] : undefined;
  if (!Array.isArray(manifests)) throw new PrepareError('PrepareFailed', `${file} is no index of an image layout`);
  const [only, second] = manifests as readonly unknown[];
  if (only === undefined || second !== undefined) return `sha256:${createHash('sha256').update(index).digest('hex')}`;
  const digest = isJsonObject(only) ? only['digest'] : undefined;
  if (typeof digest === 'string' && /^[a-z0-9]+:[a-f0-9]{32,128}$/.test(digest)) return digest;
  throw new PrepareError('PrepareFailed', `${file} names an image without a digest`);
}
