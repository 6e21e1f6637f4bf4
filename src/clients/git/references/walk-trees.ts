import { GitError, isTemporary } from './git-error.ts';
import type { Tree, TreeQuery } from './trees.ts';

/** Returns the content of one object of a repository. Rejects with `GitError`. */
export type ReadObject = (kind: 'commit' | 'tree', id: string) => Promise<Buffer>;

/** An entry of a tree (git-mktree(1)). */
interface Entry {
  readonly mode: string;
  readonly id: string;
}

/** A path, and its part below the current tree. */
interface Rest {
  readonly path: string;
  readonly names: readonly string[];
}

const FOLDER = '40000';
const SYMBOLIC_LINK = '120000';

/**
 * Finds trees from the commit downwards, and reads only the folders above them. The content of a repository is never read, so
 * its size does not matter. Paths with a common beginning share its objects.
 */
export async function walkTrees(
  { commit, paths }: Pick<TreeQuery, 'commit' | 'paths'>,
  read: ReadObject,
): Promise<ReadonlyMap<string, Tree>> {
  const found = new Map<string, Tree>();
  const rests = paths.map((path) => ({ path, names: path.split('/') }));
  await recordUnreadable(found, rests, async () => {
    const root = rootTree(await read('commit', commit));
    await walk(found, root, rests, read);
  });
  return found;
}

async function walk(found: Map<string, Tree>, tree: string, rests: readonly Rest[], read: ReadObject): Promise<void> {
  await recordUnreadable(found, rests, async () => {
    const byName = new Map<string, Rest[]>();
    for (const rest of rests) {
      const [name = ''] = rest.names;
      const others = byName.get(name);
      if (others === undefined) byName.set(name, [rest]);
      else others.push(rest);
    }
    const entries = readEntries(await read('tree', tree), tree.length / 2, new Set(byName.keys()));
    for (const [name, below] of byName) await enter(found, entries.get(name), below, read);
  });
}

async function enter(
  found: Map<string, Tree>,
  entry: Entry | undefined,
  rests: readonly Rest[],
  read: ReadObject,
): Promise<void> {
  const deeper: Rest[] = [];
  for (const { path, names } of rests) {
    const below = names.slice(1);
    if (entry?.mode === FOLDER && below.length > 0) deeper.push({ path, names: below });
    else if (entry === undefined || entry.mode === SYMBOLIC_LINK || below.length > 0) found.set(path, notFound(path));
    else found.set(path, { kind: 'known', id: entry.id });
  }
  if (entry !== undefined && deeper.length > 0) await walk(found, entry.id, deeper, read);
}

/** The content of a symbolic link is only its target's name, so an equal link does not mean equal files. */
function notFound(path: string): Tree {
  const message = `the commit has no folder ${JSON.stringify(path)} that is reached without symbolic links: correct subPath`;
  return { kind: 'unknown', reason: 'SubPathNotFound', message };
}

/** Records the paths below an object that cannot be read as unknown. Rejects only if the server as a whole fails. */
async function recordUnreadable(
  found: Map<string, Tree>,
  rests: readonly Rest[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof GitError) || isTemporary(error)) throw error;
    const { reason, message } = error;
    for (const { path } of rests) if (!found.has(path)) found.set(path, { kind: 'unknown', reason, message });
  }
}

function rootTree(commit: Buffer): string {
  const id = /^tree (?<id>[0-9a-f]{40}|[0-9a-f]{64})\n/.exec(commit.toString('latin1', 0, 80))?.groups?.['id'];
  if (id === undefined) throw broken();
  return id;
}

/** Reads the entries with these names: a mode, a space, a name, a zero byte, and the bytes of an id. */
function readEntries(tree: Buffer, idBytes: number, names: ReadonlySet<string>): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  let start = 0;
  while (start < tree.length) {
    const space = tree.indexOf(0x20, start);
    const zero = tree.indexOf(0, space);
    const end = zero + 1 + idBytes;
    if (space < 0 || zero < space || end > tree.length) throw broken();
    const name = tree.toString('utf8', space + 1, zero);
    if (names.has(name)) {
      const mode = tree.toString('latin1', start, space);
      entries.set(name, { mode, id: tree.toString('hex', zero + 1, end) });
    }
    start = end;
  }
  return entries;
}

function broken(): GitError {
  return new GitError('RepositoryBroken', 'the git server sends a broken commit or tree: repair the repository');
}
