import type { GitQuery, References } from '../references.ts';
import { notProtocol } from './advertisement.ts';
import { lsRefsRequest, readLsRefs } from './ls-refs.ts';
import { readPackets, type ResponseLimit } from './packets.ts';
import { command, discover, withinTimeout } from './repository-location.ts';
import type { GitHttp } from './send.ts';

/** About 40,000 references. A server sends only those that begin with one of the names. */
const LS_REFS_LIMIT: ResponseLimit = {
  maxBytes: 4 * 2 ** 20,
  advice: 'use a revision that fewer names in the repository begin with',
};

/** Lists references over HTTP. One timeout limits all requests and redirects of the query. */
export async function listOverHttp(http: GitHttp, query: GitQuery, signal: AbortSignal): Promise<References> {
  return withinTimeout(http, query, signal, async (stop) => ask(http, query, stop));
}

/** Asks for the discovery, and for `ls-refs` with prefixes if the server has protocol version 2. */
async function ask(http: GitHttp, query: GitQuery, signal: AbortSignal): Promise<References> {
  const { names } = query;
  const wanted = new Set(names);
  const { location, advertisement } = await discover(http, query, wanted, signal);
  if (advertisement.version === 1) return advertisement.references;
  const { capabilities } = advertisement;
  if (!capabilities.has('ls-refs')) throw notProtocol();
  const { body } = await command(http, location, lsRefsRequest(names, capabilities), signal);
  return readLsRefs(readPackets(body, LS_REFS_LIMIT), wanted);
}
