import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../core/model/error-code.ts';
import { makeBudget, NO_LIMITS } from '../prepare/source/budget.ts';
import { copyDirectory } from '../prepare/source/copy-directory.ts';
import { isFileSystemEntry, joinPath } from '../prepare/source/workspace.ts';
import { PrepareError } from '../../core/model/step-failures/step-error.ts';
import type { ResourceDependencies } from './dependencies.ts';
import { requireRealDirectory } from './real-directory.ts';

/**
 * Copies the content of a directory. Entries of the same name are replaced, because an earlier attempt of the Task may have
 * left them. Links are copied as links. Rejects with `PrepareError`.
 */
export async function copyFiles(from: string, to: string, { log, signal }: ResourceDependencies): Promise<void> {
  log(`Copying the files in ${from} to ${to}`);
  try {
    await requireRealDirectory(from);
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from, { encoding: 'buffer' })) {
      if (!isFileSystemEntry(name)) await rm(joinPath(to, name), { recursive: true, force: true });
    }
    await copyDirectory(path.resolve(from), to, makeBudget(NO_LIMITS, signal));
  } catch (error) {
    throw copyFailure(error, from);
  }
}

function copyFailure(error: unknown, from: string): unknown {
  if (error instanceof PrepareError) return error;
  const code = errorCode(error);
  const file = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : from;
  switch (code) {
    case '':
      return error;
    case 'ENOENT':
      return new PrepareError('InputsUnusable', `there is no ${file}: let a step create it`, error);
    case 'EACCES':
    case 'EPERM': {
      const message = `user ${process.geteuid?.()} may not use ${file}: let the step that writes it end with "chmod -R a+rX ${from}"`;
      return new PrepareError('PrepareFailed', message, error);
    }
    default:
      return new PrepareError('PrepareFailed', `cannot copy ${file} (${code})`, error);
  }
}
