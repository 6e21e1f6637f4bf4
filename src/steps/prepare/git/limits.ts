import { lstatSync, readdirSync } from 'node:fs';
import { errorCode } from '../../../core/model/error-code.ts';
import type { SourceLimits } from '../../../core/model/build-source.ts';
import { type Budget, makeBudget } from '../source/budget.ts';
import { joinPath } from '../source/workspace.ts';
import { eachEntry, type Git } from '../../../clients/git/run-git.ts';

/** The minimum pause between two size checks, and the pause as a multiple of a check's duration. */
const MIN_PAUSE_MS = 500;
const PAUSE_FACTOR = 4;

/**
 * Runs git commands and aborts them if the repository or the checked-out files exceed the limits, because git has no limits
 * of its own. Rejects with `SourceTooLarge`.
 */
export async function withinLimits<T>(
  directory: string,
  limits: SourceLimits,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const check = (): void => {
    const start = performance.now();
    try {
      checkSize(directory, limits);
      timer = setTimeout(check, Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (performance.now() - start)));
    } catch (error) {
      controller.abort(error);
    }
  };
  let timer = setTimeout(check, MIN_PAUSE_MS);
  try {
    const result = await work(AbortSignal.any([outer, controller.signal]));
    checkSize(directory, limits);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** Checks the repository and the checked-out files separately. Synchronous calls are ten times as fast. Throws `SourceTooLarge`. */
function checkSize(directory: string, limits: SourceLimits): void {
  const [downloaded, unpacked] = [makeBudget({ ...limits, entries: Infinity }), makeBudget(limits)];
  for (const name of namesIn(directory)) spend(joinPath(directory, name), name.equals(GIT) ? downloaded : unpacked);
}

const GIT = Buffer.from('.git');

/** Ignores files that disappear during the check. */
function spend(file: Buffer, budget: Budget): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  budget.spendEntry();
  if (!found.isDirectory()) return budget.spendBytes(found.size);
  for (const name of namesIn(file)) spend(joinPath(file, name), budget);
}

function namesIn(directory: string | Buffer): readonly Buffer[] {
  try {
    return readdirSync(directory, { encoding: 'buffer' });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    throw error;
  }
}

const LIST = ['ls-tree', '-r', '-t', '-l', '-z', '--full-tree'];

/** An entry of `git ls-tree -l`: mode, type, object and size. Only files have a size. */
const SIZE = /^\S+ \S+ \S+ +(?<size>\d+)\t/;

/** Checks the size of a commit's files before the checkout, because few objects can make a very large tree. Rejects with `SourceTooLarge`. */
export async function measureCommit(git: Git, directory: string, commit: string, limits: SourceLimits): Promise<void> {
  const budget = makeBudget(limits);
  await eachEntry(git, directory, [...LIST, commit], (entry) => {
    budget.spendEntry();
    budget.spendBytes(Number(SIZE.exec(entry)?.groups?.['size'] ?? 0));
  });
}
