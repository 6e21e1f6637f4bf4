import type { SourceInputs } from '../../../model/build-inputs.ts';
import { makeBudget } from '../archive/budget.ts';
import type { Scratch } from '../scratch.ts';
import type { SourceWorld } from '../world.ts';
import { copyDirectory } from './copy-directory.ts';
import type { Fetched } from './fetched.ts';
import { subDirectory } from './sub-path.ts';
import { unreadable } from './unreadable.ts';

type DirectorySource = Extract<SourceInputs, { kind: 'directory' }>;

/** Copies a sub path of a directory that somebody else has fetched, so that it belongs to whoever builds. Rejects with `PrepareError`. */
export async function fetchDirectory(
  world: SourceWorld,
  { path: directory, origin }: DirectorySource,
  subPath: string,
  { source }: Scratch,
): Promise<Fetched> {
  try {
    const content = await subDirectory(directory, subPath);
    await copyDirectory(content, source, makeBudget(world.limits, world.signal));
  } catch (error) {
    throw await unreadable(error, world.user);
  }
  if (origin === undefined) return { type: 'directory' };
  const { url: repository, revision, commit } = origin;
  return { type: 'git', metadata: { repository, revision }, version: { commit } };
}
