import { RETRY_POLICY, withRetries } from '../../../http/retries.ts';
import { isTransient } from '../source/is-transient.ts';
import type { World } from '../world.ts';
import type { Git } from './run-git.ts';

/** Commands that speak to servers; none of them is asked for its output as it comes. */
const OF_SERVERS: readonly (string | undefined)[] = ['ls-remote', 'fetch', 'submodule'];

/** A git that tries again where a server or the way to it fails, but neither what is refused nor what is not there. */
export function retryingGit(git: Git, signal: AbortSignal, { network }: Pick<World, 'network'>): Git {
  const retrying = { policy: RETRY_POLICY, collaborators: network, isTransient, signal };
  return async (directory, args, take) => {
    if (take !== undefined || !OF_SERVERS.includes(args[0])) return git(directory, args, take);
    return withRetries(retrying, async (attempt) => {
      // What has come before a connection broke is of no use, and would count as part of the source.
      if (attempt > 1) await git(directory, ['prune', '--expire=now']);
      return git(directory, args);
    });
  };
}
