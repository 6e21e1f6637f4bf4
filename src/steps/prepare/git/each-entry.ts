import type { Git } from './run-git.ts';

/** Hands on what git lists with `-z`, entry by entry: no list is too long. */
export async function eachEntry(
  git: Git,
  directory: string,
  args: readonly string[],
  take: (entry: string) => void,
): Promise<void> {
  let rest = '';
  await git(directory, args, (chunk) => {
    const entries = (rest + chunk).split('\0');
    rest = entries.pop() ?? '';
    entries.forEach(take);
  });
}
