import type { SourceLimits } from '../../../model/source-limits.ts';
import { makeBudget } from '../archive/budget.ts';
import { eachEntry } from './each-entry.ts';
import type { Git } from './run-git.ts';

const LIST = ['ls-tree', '-r', '-t', '-l', '-z', '--full-tree'];

/** Of mode, kind, name and size of an entry; only files have one. */
const SIZE = /^\S+ \S+ \S+ +(?<size>\d+)\t/;

/** Adds up what a commit would check out, before it does: few objects can make a tree of any size. Rejects with `SourceTooLarge`. */
export async function measureCommit(git: Git, directory: string, commit: string, limits: SourceLimits): Promise<void> {
  const budget = makeBudget(limits);
  await eachEntry(git, directory, [...LIST, commit], (entry) => {
    budget.spendEntry();
    budget.spendBytes(Number(SIZE.exec(entry)?.groups?.['size'] ?? 0));
  });
}
