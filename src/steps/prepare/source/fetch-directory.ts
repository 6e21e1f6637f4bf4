import { lstat } from 'node:fs/promises';
import { errorCode } from '../../../core/model/error-code.ts';
import type { SourceInputs } from '../../../core/model/build-inputs.ts';
import { PrepareError } from '../../../core/model/step-failures/step-error.ts';
import type { FetchDependencies, PrepareDependencies } from '../dependencies.ts';
import { makeBudget } from './budget.ts';
import { copyDirectory } from './copy-directory.ts';
import type { Fetched } from './fetched.ts';
import { type Scratch, subDirectory } from './workspace.ts';

type DirectorySource = Extract<SourceInputs, { kind: 'directory' }>;

/** Copies a sub path of a directory that an earlier task has fetched, so that the files belong to the build's user. Rejects with `PrepareError`. */
export async function fetchDirectory(
  dependencies: FetchDependencies,
  { path: directory, origin }: DirectorySource,
  subPath: string,
  { source }: Scratch,
): Promise<Fetched> {
  try {
    const content = await subDirectory(directory, subPath);
    await copyDirectory(content, source, makeBudget(dependencies.limits, dependencies.signal));
  } catch (error) {
    throw await unreadable(error, dependencies.user);
  }
  if (origin === undefined) return { type: 'directory' };
  const { url: repository, revision, commit } = origin;
  return { type: 'git', metadata: { repository, revision }, version: { commit } };
}

/** Converts a permission error to `SourceDenied` with the owner and the remedy. Returns other errors unchanged. */
export async function unreadable(error: unknown, { uid, gid }: PrepareDependencies['user']): Promise<unknown> {
  const code = errorCode(error);
  if (code !== 'EACCES' && code !== 'EPERM') return error;
  const file = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : 'a file';
  const owner = await lstat(file).then(
    (stats) =>
      `the file belongs to ${stats.uid}:${stats.gid}, mode ${(stats.mode & 0o7777).toString(8).padStart(4, '0')}`,
    () => 'a parent directory is not accessible',
  );
  return new PrepareError(
    'SourceDenied',
    `the build runs as user ${uid}:${gid}, who cannot read ${file} (${owner}): set podTemplate: {"securityContext":{"fsGroup":${gid}}} for all runs that use the volume, or run the task that wrote the file as user ${uid}`,
    error,
  );
}
