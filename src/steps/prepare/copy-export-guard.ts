import { chmod, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Paths } from './dependencies.ts';

/** Copies the program that checks files before export to the volume that the export phase mounts read-only. */
export async function copyExportGuard({
  programs,
  exportGuard,
}: Pick<Paths, 'programs' | 'exportGuard'>): Promise<void> {
  const copy = path.join(programs, path.basename(exportGuard));
  await mkdir(programs, { recursive: true });
  await copyFile(exportGuard, copy);
  await chmod(copy, 0o555);
}
