import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Lists everything below a directory: path, mode, time and content. */
export function treeListing(root: string): readonly string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.map((name) => {
    const file = path.join(root, name);
    const { mode, mtimeMs } = lstatSync(file);
    return `${name} ${mode.toString(8)} ${mtimeMs} ${contentOf(file)}`;
  });
}

/** Returns the paths of files and links below a directory. */
export function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !lstatSync(path.join(root, name)).isDirectory())
    .toSorted();
}

function contentOf(file: string): string {
  const stats = lstatSync(file);
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(file)}`;
  return stats.isFile() ? createHash('sha256').update(readFileSync(file)).digest('hex') : '';
}
