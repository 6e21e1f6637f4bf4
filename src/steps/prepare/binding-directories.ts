import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates the directories that later phases mount bindings at. `..` in a name cannot lead out of the bindings directory.
 */
export async function makeBindingDirectories(platform: string, directories: readonly string[] = []): Promise<void> {
  for (const directory of directories) {
    await mkdir(path.join(platform, 'bindings', path.join('/', directory)), { recursive: true });
  }
}
