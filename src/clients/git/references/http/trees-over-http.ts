import { GitError, isTemporary } from '../git-error.ts';
import type { FoundTrees, TreeQuery } from '../trees.ts';
import { walkTrees, type ReadObject } from '../walk-trees.ts';
import { type Capabilities, commandRequest } from './command-request.ts';
import { objectOfPack } from './pack.ts';
import { readPackets, type ResponseLimit, type Packet } from './packets.ts';
import { command, discover, withinTimeout } from './repository-location.ts';
import type { GitHttp } from './send.ts';
import { notProtocol } from './advertisement.ts';

/** About 25,000 entries of one folder. */
const PACK_LIMIT: ResponseLimit = { maxBytes: 2 ** 20, advice: 'use a subPath in folders with fewer entries' };

/** The most commits and trees that are read for one commit, so that the query ends within its time. */
const MAX_OBJECTS = 100;

/**
 * Finds trees over HTTP by protocol version 2. Each response has one commit or one tree, so neither other files nor the history
 * are downloaded. One timeout limits all requests of the query.
 */
export async function treesOverHttp(http: GitHttp, query: TreeQuery, signal: AbortSignal): Promise<FoundTrees> {
  return withinTimeout(http, query, signal, async (stop) => {
    const { location, advertisement } = await discover(http, query, new Set(), stop);
    const capabilities = advertisement.version === 2 ? advertisement.capabilities : new Map<string, string>();
    let left = MAX_OBJECTS;
    const fetchPack: ReadObject = async (kind, id) => {
      requireFilter(capabilities);
      if (left === 0) throw tooManyObjects();
      left -= 1;
      const { body } = await command(http, location, fetchRequest(kind, id, capabilities), stop);
      return readPack(readPackets(body, PACK_LIMIT, 'bytes'));
    };
    const trees = await walkTrees(query, async (kind, id) => objectOfPack(await fetchPack(kind, id), kind, id));
    const isUnknown = [...trees.values()].every(({ kind }) => kind === 'unknown');
    return { trees, missing: isUnknown ? new Set() : await missingCommits(query.kept, fetchPack) };
  });
}

/** Returns the commits that the server refuses to send. */
async function missingCommits(commits: readonly string[], fetchPack: ReadObject): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const commit of commits) {
    try {
      await fetchPack('commit', commit);
    } catch (error) {
      if (!(error instanceof GitError) || isTemporary(error)) throw error;
      if (error.reason === 'SourceUnsupported') missing.add(commit);
    }
  }
  return missing;
}

function tooManyObjects(): GitError {
  const message = `the sub paths of the repository are below more than about ${MAX_OBJECTS} folders: use fewer or shorter ones`;
  return new GitError('InvalidResponse', message);
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

/** Returns the body of the command `fetch` (gitprotocol-v2(5)) for one commit or tree, without any object that it refers to. */
function fetchRequest(kind: 'commit' | 'tree', id: string, capabilities: Capabilities): string {
  const depth = kind === 'commit' ? ['deepen 1'] : [];
  return commandRequest('fetch', capabilities, ['no-progress', ...depth, 'filter tree:0', `want ${id}`, 'done']);
}

/** The first byte of a packet in the section `packfile`. */
const PACK_BAND = 1;

const PROGRESS_BAND = 2;

/** Returns the packfile of a response to `fetch`, whose packets are bytes. */
async function readPack(packets: AsyncIterable<Packet>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let section: string | undefined;
  let isComplete = false;
  for await (const packet of packets) {
    if (isComplete && packet.kind !== 'end') throw notProtocol();
    if (packet.kind === 'flush') isComplete = true;
    if (packet.kind === 'delimiter') section = undefined;
    if (packet.kind !== 'data') continue;
    if (section === 'packfile') parts.push(packPart(packet.text));
    else if (section === undefined) section = sectionName(packet.text);
  }
  if (isComplete) return Buffer.concat(parts);
  throw new GitError('NetworkFailed', 'the git server ends its response too early: try again later');
}

function sectionName(text: string): string {
  if (text.startsWith('ERR ')) throw refused();
  return text.trimEnd();
}

function packPart(text: string): Buffer {
  const band = text.charCodeAt(0);
  if (band === PACK_BAND) return Buffer.from(text.slice(1), 'latin1');
  if (band === PROGRESS_BAND) return Buffer.alloc(0);
  throw refused();
}

/** The text of the message is the server's own, so it is not shown. */
function refused(): GitError {
  return new GitError(
    'SourceUnsupported',
    'the git server refuses to send a single commit or tree: use a server that serves partial clones',
  );
}
