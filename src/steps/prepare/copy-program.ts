import { chmod, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Copies a program of the steps image to a volume, from which phases in other images run the program. */
export async function copyProgram(program: string, directory: string): Promise<void> {
  const copy = path.join(directory, path.basename(program));
  await mkdir(directory, { recursive: true });
  await copyFile(program, copy);
  await chmod(copy, 0o555);
}
