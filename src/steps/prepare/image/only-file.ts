import { readdir } from 'node:fs/promises';
import { PrepareError } from '../prepare-error.ts';

/** The one file of an image that holds an archive: in its one layer, at the root. Rejects with `ArchiveInvalid`. */
export async function onlyFile(directory: string, layers: number): Promise<string> {
  const entries = await readdir(directory, { withFileTypes: true });
  const [entry] = entries;
  if (layers === 1 && entries.length === 1 && entry?.isFile() === true) return entry.name;
  throw new PrepareError(
    'ArchiveInvalid',
    'the source image says that it holds an archive, but has not one layer with that one file in it',
  );
}
