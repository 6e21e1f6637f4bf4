import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../../http/error-code.ts';
import type { SourceLimits } from '../../../model/source-limits.ts';
import { makeBudget, type Budget } from '../archive/budget.ts';

/** Between two looks at what git has written, in milliseconds; and so many times as long as a look takes. */
const PAUSE = 500;
const PATIENCE = 4;

/**
 * Does work of git's, which knows no limits, and ends it when its repository, or what is beside that, has grown beyond
 * them. Rejects with `SourceTooLarge`.
 */
export async function withinLimits<T>(
  directory: string,
  limits: SourceLimits,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const look = (): void => {
    const start = performance.now();
    try {
      checkSize(directory, limits);
      timer = setTimeout(look, Math.max(PAUSE, PATIENCE * (performance.now() - start)));
    } catch (error) {
      controller.abort(error);
    }
  };
  let timer = setTimeout(look, PAUSE);
  try {
    const result = await work(AbortSignal.any([outer, controller.signal]));
    checkSize(directory, limits);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** What is downloaded and what that unpacks to may each be as large. Not asynchronous, which takes ten times as long. Throws `SourceTooLarge`. */
function checkSize(directory: string, limits: SourceLimits): void {
  const [downloaded, unpacked] = [makeBudget({ ...limits, entries: Infinity }), makeBudget(limits)];
  for (const name of namesIn(directory)) spend(path.join(directory, name), name === '.git' ? downloaded : unpacked);
}

/** Files come and go meanwhile. */
function spend(file: string, budget: Budget): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  budget.spendEntry();
  if (!found.isDirectory()) return budget.spendBytes(found.size);
  for (const name of namesIn(file)) spend(path.join(file, name), budget);
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return [];
    throw error;
  }
}
