import { PrepareError } from '../prepare-error.ts';
import type { Git } from './run-git.ts';

const UPDATE = ['submodule', '--quiet', 'update', '--init', '--recursive', '--checkout', '--force'];

/** Checks submodules out, and theirs; without history where the servers let it. */
export async function updateSubmodules(git: Git, directory: string): Promise<void> {
  try {
    await git(directory, [...UPDATE, '--depth=1']);
  } catch (error) {
    if (!(error instanceof PrepareError && (error.code === 'RevisionNotFound' || error.code === 'PrepareFailed')))
      throw error;
    await git(directory, UPDATE);
  }
}
