import { GitError } from '../git-error.ts';
import { notProtocol } from './advertisement.ts';
import { commandRequest, type Capabilities } from './command-request.ts';
import type { Packet } from './packets.ts';

/** Returns the body of the command `fetch` (gitprotocol-v2(5)) for one commit or tree, without any object that it refers to. */
export function fetchRequest(kind: 'commit' | 'tree', id: string, capabilities: Capabilities): string {
  const depth = kind === 'commit' ? ['deepen 1'] : [];
  return commandRequest('fetch', capabilities, ['no-progress', ...depth, 'filter tree:0', `want ${id}`, 'done']);
}

/** The first byte of a packet in the section `packfile`. */
const PACK_BAND = 1;
const PROGRESS_BAND = 2;

/** Returns the packfile of a response to `fetch`, whose packets are bytes. */
export async function readPack(packets: AsyncIterable<Packet>): Promise<Buffer> {
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
