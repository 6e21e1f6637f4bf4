import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { bytesOf, type ByteText, quotedBytes } from '../../../core/model/byte-text.ts';
import { joinPath } from '../source/workspace.ts';
import { eachEntry, type Git } from '../../../clients/git/run-git.ts';

/** The first line of a Git LFS pointer file (git-lfs, docs/spec.md). */
const POINTER = 'version https://git-lfs.github.com/spec/v1\n';

const MAX_SHOWN_NAMES = 3;

/** Returns a warning if files are Git LFS pointers, whose content is not fetched. */
export async function lfsWarning(git: Git, directory: string): Promise<string | undefined> {
  const filtered: ByteText[] = [];
  await eachEntry(git, directory, ['ls-files', '-z', '--', ':(attr:filter=lfs)'], (name) => void filtered.push(name));
  const pointers: ByteText[] = [];
  for (const name of filtered) if (await isPointer(joinPath(directory, bytesOf(name)))) pointers.push(name);
  if (pointers.length === 0) return undefined;
  const named = pointers.slice(0, MAX_SHOWN_NAMES).map(quotedBytes);
  const shown = [...named, ...(pointers.length > MAX_SHOWN_NAMES ? ['…'] : [])].join(', ');
  return `warning: Git LFS content is not fetched, so ${pointers.length} file(s) of the source are pointers: ${shown}`;
}

/** Does not follow symlinks, because the target can be a pipe without a writer. */
async function isPointer(file: Buffer): Promise<boolean> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  try {
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(POINTER.length), 0, POINTER.length, 0)) ?? {};
    return buffer?.subarray(0, bytesRead).toString() === POINTER;
  } finally {
    await handle?.close();
  }
}
