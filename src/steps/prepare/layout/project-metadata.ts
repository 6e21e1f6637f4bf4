import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'smol-toml';
import type { Fetched } from '../source/fetched.ts';

/** Says where the source came from; the lifecycle writes it into a label of the image. */
export async function writeProjectMetadata(directory: string, source: Fetched): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, 'project-metadata.toml'), stringify(said(source)));
}

function said(source: Fetched): object {
  if (source.type === 'directory') return {};
  const { type, metadata, version } = source;
  return { source: { type, metadata, version } };
}
