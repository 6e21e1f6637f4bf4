import { GitError } from '../git-error.ts';
import type { Tree, TreeQuestion } from '../trees.ts';
import { walkTrees } from '../walk-trees.ts';
import type { Capabilities } from './command-request.ts';
import { fetchRequest, readPack } from './fetch-object.ts';
import { objectOfPack } from './pack.ts';
import { readPackets, type ResponseLimit } from './packets.ts';
import { command, discover, withinTimeout } from './repository-place.ts';
import type { GitHttp } from './send.ts';

/** About 25,000 entries of one folder. */
const PACK_LIMIT: ResponseLimit = { maxBytes: 2 ** 20, advice: 'use a subPath in folders with fewer entries' };

/**
 * Finds trees over HTTP by protocol version 2. Each response has one commit or one tree, so neither other files nor the history
 * are downloaded. One timeout limits all requests of the question.
 */
export async function treesOverHttp(
  http: GitHttp,
  question: TreeQuestion,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Tree>> {
  return withinTimeout(http, question, signal, async (stop) => {
    const { place, advertisement } = await discover(http, question, new Set(), stop);
    const capabilities = advertisement.version === 2 ? advertisement.capabilities : new Map<string, string>();
    return walkTrees(question, async (kind, id) => {
      requireFilter(capabilities);
      const { body } = await command(http, place, fetchRequest(kind, id, capabilities), stop);
      return objectOfPack(await readPack(readPackets(body, PACK_LIMIT, 'bytes')), kind, id);
    });
  });
}

/** Without a filter, the server would send all files. Without shallow fetches, it would send all commits. */
function requireFilter(capabilities: Capabilities): void {
  const features = (capabilities.get('fetch') ?? '').split(' ');
  if (features.includes('filter') && features.includes('shallow')) return;
  throw new GitError(
    'SourceUnsupported',
    'the git server sends no single trees: enable partial clones on it (uploadpack.allowFilter of git)',
  );
}
