import { randomUUID } from 'node:crypto';
import { chmod, constants, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Copies a program of the steps image to a volume, from which phases in other images run the program. Replaces whatever has the
 * name, and follows no link, because another container of the Pod may have written into the volume.
 */
export async function copyProgram(program: string, directory: string): Promise<void> {
  const copy = path.join(directory, path.basename(program));
  await mkdir(directory, { recursive: true });
  const unfinished = path.join(directory, `.${path.basename(program)}.${randomUUID()}`);
  try {
    await copyFile(program, unfinished, constants.COPYFILE_EXCL);
    await chmod(unfinished, 0o555);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
