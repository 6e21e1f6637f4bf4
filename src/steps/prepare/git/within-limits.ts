import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
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
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const start = performance.now();
    await checkSize(directory, limits).catch((error: unknown) => controller.abort(error));
    const pause = Math.max(PAUSE, PATIENCE * (performance.now() - start));
    if (timer !== undefined) timer = setTimeout(() => void look(), pause);
  };
  timer = setTimeout(() => void look(), PAUSE);
  try {
    const result = await work(AbortSignal.any([outer, controller.signal]));
    await checkSize(directory, limits);
    return result;
  } finally {
    clearTimeout(timer);
    timer = undefined;
  }
}

/** What is downloaded and what that unpacks to may each be as large. Throws `SourceTooLarge`. */
async function checkSize(directory: string, limits: SourceLimits): Promise<void> {
  const [downloaded, unpacked] = [makeBudget({ ...limits, entries: Infinity }), makeBudget(limits)];
  for (const name of await namesIn(directory)) {
    await spend(path.join(directory, name), name === '.git' ? downloaded : unpacked);
  }
}

/** Files come and go meanwhile. */
async function spend(file: string, budget: Budget): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return;
  budget.spendEntry();
  if (!found.isDirectory()) return budget.spendBytes(found.size);
  for (const name of await namesIn(file)) await spend(path.join(file, name), budget);
}

async function namesIn(directory: string): Promise<readonly string[]> {
  return readdir(directory).catch(() => []);
}
