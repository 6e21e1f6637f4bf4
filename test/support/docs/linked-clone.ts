import { readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../command.ts';
import type { Workspace } from '../workspace.ts';

/** Makes the directory of a reader a clone with installed dependencies. */
export function linkClone({ path: directory }: Workspace): void {
  for (const name of readdirSync(ROOT)) symlinkSync(path.join(ROOT, name), path.join(directory, name));
}
