import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { eachEntry } from './each-entry.ts';
import type { Git } from './run-git.ts';

/** The first line of a pointer (git-lfs, docs/spec.md). */
const POINTER = 'version https://git-lfs.github.com/spec/v1\n';

const MOST_NAMES = 3;

/** Says that files are pointers, whose content is elsewhere and is not fetched; `undefined` where there are none. */
export async function pointersRemark(git: Git, directory: string): Promise<string | undefined> {
  const filtered: string[] = [];
  await eachEntry(git, directory, ['ls-files', '-z', '--', ':(attr:filter=lfs)'], (name) => void filtered.push(name));
  const pointers: string[] = [];
  for (const name of filtered) if (await isPointer(path.join(directory, name))) pointers.push(name);
  if (pointers.length === 0) return undefined;
  const named = pointers.slice(0, MOST_NAMES).map((name) => JSON.stringify(name));
  const shown = [...named, ...(pointers.length > MOST_NAMES ? ['…'] : [])].join(', ');
  return `warning: Git LFS is not fetched: what is built has pointers in place of the content of ${pointers.length} file(s): ${shown}`;
}

/** What a link leads to is none of the source's, and may be a pipe that nobody writes. */
async function isPointer(file: string): Promise<boolean> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined);
  try {
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(POINTER.length), 0, POINTER.length, 0)) ?? {};
    return buffer?.subarray(0, bytesRead).toString() === POINTER;
  } finally {
    await handle?.close();
  }
}
