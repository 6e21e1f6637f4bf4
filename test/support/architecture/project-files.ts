import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the path and text of every TypeScript file in the folders. */
export function projectFiles(root: string, folders: readonly string[]): readonly (readonly [string, string])[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))
      .toSorted()
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const),
  );
}
