import { readdir } from 'node:fs/promises';
import { makeBudget } from '../archive/budget.ts';
import { PrepareError } from '../prepare-error.ts';
import { copyDirectory } from '../source/copy-directory.ts';
import type { World } from '../world.ts';
import type { TaskArguments } from './arguments.ts';
import { unusable } from './flags.ts';

/** Of variables and bindings. */
const LIMITS = { bytes: 2 ** 27, entries: 10_000 };

/** Puts what is on the volume that PLATFORM_DIR names into the platform's directory. Rejects with `PrepareError`. */
export async function copyPlatform(
  { paths, signal }: Pick<World, 'paths' | 'signal'>,
  { platform, bindings }: Pick<TaskArguments, 'platform' | 'bindings'>,
): Promise<void> {
  if (platform === undefined) return;
  // A workspace is mounted over them, and the runtime may have made its mount point by now, or not yet.
  if (bindings !== undefined && (await readdir(platform)).includes('bindings')) {
    throw unusable('there are bindings in PLATFORM_DIR and in the workspace bindings: give one of both');
  }
  try {
    await copyDirectory(platform, paths.platform, makeBudget(LIMITS, signal));
  } catch (error) {
    if (!(error instanceof PrepareError) || error.code !== 'SourceTooLarge') throw error;
    const most = `${LIMITS.bytes} bytes or ${LIMITS.entries} entries`;
    throw new PrepareError(
      'InputsUnusable',
      `PLATFORM_DIR has more than ${most}, which is the most that it may`,
      error,
    );
  }
}
