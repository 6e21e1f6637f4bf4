import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { errorCode } from '../../../core/model/error-code.ts';
import { boundedText } from '../../../core/model/bounded-messages.ts';
import { oneLine } from '../../../core/model/one-line.ts';
import type { SourceLimits } from '../../../core/model/build-source.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import { systemError } from '../../../core/model/step-failures/system-error.ts';
import { makeBudget } from '../source/budget.ts';
import { decompress } from './decompress.ts';
import { extractTar } from './extract-tar.ts';
import { extractZip } from './extract-zip.ts';
import { type Format, FORMAT_BYTES, formatOf } from './format.ts';
import { endsWithZip } from './read-zip.ts';
import { makeTree } from './tree.ts';

interface Unpacking {
  /** The number of leading path components to remove from every entry. */
  readonly stripComponents: number;
  readonly limits: SourceLimits;
  readonly signal?: AbortSignal;
}

const FORMATS = 'zip, jar, war, tar, tar.gz, tar.bz2, tar.xz, tar.zst';

/** Unpacks an archive into an empty directory. Detects the format from the content. Rejects with `ArchiveInvalid` or `SourceTooLarge`. */
export async function unpack(
  file: string,
  directory: string,
  { stripComponents, limits, signal }: Unpacking,
): Promise<void> {
  const tree = makeTree(directory, makeBudget(limits, signal));
  const format = await formatOfFile(file);
  try {
    if (format === undefined)
      throw new PrepareError(
        'ArchiveInvalid',
        `the source is not an archive of a supported format: use one of ${FORMATS}`,
      );
    if (format === 'zip') await extractZip(file, tree, stripComponents);
    else {
      const bytes = createReadStream(file);
      await extractTar(format === 'tar' ? bytes : decompress(bytes, format), tree, stripComponents);
    }
    await tree.finish();
  } catch (error) {
    throw systemError(error, 'ArchiveInvalid', `the archive is not a valid ${format} file${reasonOf(error)}`);
  }
}

/** A zip counts by its end if no other format begins the file, as for Java, Python and unzip. */
async function formatOfFile(file: string): Promise<Format | undefined> {
  const format = formatOf(await startOf(file));
  if (format !== undefined) return format;
  const handle = await open(file);
  try {
    return (await endsWithZip(handle)) ? 'zip' : undefined;
  } finally {
    await handle.close();
  }
}

/** Returns the bytes of a file that `formatOf` needs. */
export async function startOf(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FORMAT_BYTES), 0, FORMAT_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A library can quote a part of the archive. */
const MAX_REASON_LENGTH = 300;

function reasonOf(error: unknown): string {
  // The message of a system call names taskpack's own directories. `systemError` adds its code.
  if (!(error instanceof Error) || errorCode(error) !== '') return '';
  return `: ${oneLine(boundedText(error.message, MAX_REASON_LENGTH))}`;
}
