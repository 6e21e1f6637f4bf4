import { lstat } from 'node:fs/promises';
import { errorCode } from '../../../http/error-code.ts';
import { PrepareError } from '../prepare-error.ts';
import type { World } from '../world.ts';

/** What ends a copy: of what may not be read, who could, and what helps; anything else as it is. */
export async function unreadable(error: unknown, { uid, gid }: World['user']): Promise<unknown> {
  const code = errorCode(error);
  if (code !== 'EACCES' && code !== 'EPERM') return error;
  const file = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : 'a file';
  const owner = await lstat(file).then(
    (stats) => `it belongs to ${stats.uid}:${stats.gid}, mode ${(stats.mode & 0o7777).toString(8).padStart(4, '0')}`,
    () => 'nor a directory above it be entered',
  );
  return new PrepareError(
    'SourceDenied',
    `the user ${uid}:${gid}, as whom this run builds, cannot read ${file} (${owner}): give all runs on the volume podTemplate: {"securityContext":{"fsGroup":${gid}}}, or let the task that wrote it run as ${uid}`,
    error,
  );
}
