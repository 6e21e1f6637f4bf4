import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PrepareError } from '../prepare-error.ts';
import type { SourceLimits } from '../../../model/source-limits.ts';
import { systemError } from '../system-error.ts';
import { makeBudget } from './budget.ts';
import { decompress } from './decompress.ts';
import { extractTar } from './extract-tar.ts';
import { extractZip } from './extract-zip.ts';
import { FORMAT_BYTES, formatOf } from './format.ts';
import { makeTree } from './tree.ts';

/** How an archive is unpacked. */
export interface Unpacking {
  /** So many leading names of every path are left out. */
  readonly stripComponents: number;
  readonly limits: SourceLimits;
  readonly signal?: AbortSignal;
}

const FORMATS = 'zip, jar, war, tar, tar.gz, tar.bz2, tar.xz, tar.zst';

/** Unpacks an archive, whose format its content says, into an empty directory. Rejects with `ArchiveInvalid` or `SourceTooLarge`. */
export async function unpack(
  file: string,
  directory: string,
  { stripComponents, limits, signal }: Unpacking,
): Promise<void> {
  const tree = makeTree(directory, makeBudget(limits, signal));
  const format = formatOf(await startOf(file));
  try {
    if (format === undefined)
      throw new PrepareError('ArchiveInvalid', `this is no archive of ours: it must be one of ${FORMATS}`);
    if (format === 'zip') await extractZip(file, tree, stripComponents);
    else {
      const bytes = createReadStream(file);
      await extractTar(format === 'tar' ? bytes : decompress(bytes, format), tree, stripComponents);
    }
    await tree.finish();
  } catch (error) {
    throw systemError(error, 'ArchiveInvalid', `the archive (${format}) is broken${wordsOf(error)}`);
  }
}

async function startOf(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FORMAT_BYTES), 0, FORMAT_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** What the library that reads the format says. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? `: ${error.message}` : '';
}
