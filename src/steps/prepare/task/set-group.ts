import { chmod, chown, stat } from 'node:fs/promises';
import { parseFlags } from '../../flags.ts';
import type { PrepareDependencies } from '../dependencies.ts';

const SET_GROUP_ID = 0o2000;

/** Returns the directories in the arguments of `-task=volumes`. Throws `InputsUnusable`. */
export function readDirectories(args: readonly string[]): readonly string[] {
  return parseFlags(args, ['task']).operands;
}

/**
 * Gives directories the group of the process and the set-group-ID bit, as the kubelet does for a Pod with an fsGroup (package
 * volume, SetVolumeOwnership). The process must be the owner of the directories.
 */
export async function setGroup(
  { user }: Pick<PrepareDependencies, 'user'>,
  directories: readonly string[],
): Promise<void> {
  for (const directory of directories) {
    const { uid, mode } = await stat(directory);
    await chown(directory, uid, user.gid);
    await chmod(directory, (mode & 0o7777) | SET_GROUP_ID);
  }
}
