import { readlink } from 'node:fs/promises';
import path from 'node:path';

/** Linux gives up after so many links. */
const MOST_LINKS = 40;

/** Whether following a place below a root, link by link, leads above the root. What ends nowhere does not. */
export async function leadsOut(root: string, at: readonly string[]): Promise<boolean> {
  const here: string[] = [];
  let rest = [...at];
  let followed = 0;
  for (let part = rest.shift(); part !== undefined; part = rest.shift()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (here.pop() === undefined) return true;
      continue;
    }
    const target = await readlink(path.join(root, ...here, part)).catch(() => undefined);
    if (target === undefined) here.push(part);
    else if (path.isAbsolute(target)) return true;
    else {
      followed += 1;
      if (followed > MOST_LINKS) return false;
      rest = [...target.split('/'), ...rest];
    }
  }
  return false;
}
