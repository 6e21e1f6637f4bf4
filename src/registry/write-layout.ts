import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LayoutFile } from './image-layout.ts';

/** Writes an image layout to a directory, in their order: its two marks come last, so what is not finished is no layout. */
export async function writeLayout(files: readonly LayoutFile[], directory: string): Promise<void> {
  for (const file of files) {
    const place = path.join(directory, file.path);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, file.content);
  }
}
