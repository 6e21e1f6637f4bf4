import { GitError } from '../git-error.ts';
import type { Reference, References } from '../references.ts';
import { packetCounter, type Packet, type ResponseLimit } from './packets.ts';

/** The first response of a git server (gitprotocol-http(5), "Discovering References"). */
export type Advertisement =
  | { readonly version: 2; readonly capabilities: ReadonlyMap<string, string> }
  /** A server without protocol version 2 lists all references at once. */
  | { readonly version: 1; readonly references: References };

const SERVICE_LINE = '# service=git-upload-pack';

/** git's own servers send about 200 bytes. */
const CAPABILITIES_LIMIT: ResponseLimit = {
  maxBytes: 2 ** 16,
  advice: 'check that the URL is that of a git repository',
};

/** The capabilities that a query depends on. All other ones are skipped. */
const READ_CAPABILITIES: readonly string[] = ['ls-refs', 'fetch', 'agent', 'object-format'];

/** Reads a server's first response and keeps only the wanted references. Rejects with `GitError`. */
export async function readAdvertisement(
  packets: AsyncIterable<Packet>,
  names: ReadonlySet<string>,
): Promise<Advertisement> {
  const capabilities = new Map<string, string>();
  const references = new Map<string, Reference>();
  let version: Advertisement['version'] = 1;
  let state: 'before' | 'inside' | 'after' = 'before';
  let flushes = 0;
  const countCapability = packetCounter(CAPABILITIES_LIMIT);
  for await (const packet of packets) {
    if (version === 2) countCapability(packet.kind === 'data' ? Buffer.byteLength(packet.text) : 0);
    if (packet.kind === 'flush') {
      // The first flush can end the service line, which servers of version 2 may leave out.
      flushes += 1;
      if (state === 'inside' || flushes === 2) state = 'after';
      continue;
    }
    if (packet.kind !== 'data' || state === 'after') throw notProtocol();
    const { text } = packet;
    if (state === 'before' && text === SERVICE_LINE) continue;
    if (state === 'before' && text === 'version 2') version = 2;
    else if (version === 2) addCapability(capabilities, text);
    else if (text !== 'version 1' && !text.startsWith('shallow ')) addReference(references, names, text);
    state = 'inside';
  }
  if (state !== 'after')
    throw new GitError('NetworkFailed', 'the git server ends its response too early: try again later');
  return version === 2 ? { version, capabilities } : { version, references };
}

function addCapability(capabilities: Map<string, string>, text: string): void {
  throwReported(text);
  const [, name = '', value = ''] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (READ_CAPABILITIES.includes(name)) capabilities.set(name, value);
}

/** A line of protocol version 0 or 1: an id, a name, and for the first line the server's capabilities. */
const LINE = /^(?<id>[0-9a-f]{40}|[0-9a-f]{64}) (?<name>[^\0]+)(?:\0.*)?$/s;

/** Adds a reference, or the commit of the annotated tag in the line before, whose name ends with `^{}`. */
function addReference(references: Map<string, Reference>, names: ReadonlySet<string>, text: string): void {
  throwReported(text);
  const { id, name } = LINE.exec(text)?.groups ?? {};
  if (id === undefined || name === undefined) throw notProtocol();
  const plain = name.replace(/\^\{\}$/, '');
  if (!names.has(plain)) return;
  const tag = plain === name ? undefined : references.get(plain);
  references.set(plain, tag === undefined ? { id } : { ...tag, peeled: id });
}

/** Throws if the line is a message about a failure (gitprotocol-pack(5), "error-line"). Its text is the server's own. */
export function throwReported(text: string): void {
  if (!text.startsWith('ERR ')) return;
  throw new GitError(
    'SourceNotFound',
    'the git server refuses to list the references of the repository: correct the URL',
  );
}

export function notProtocol(): GitError {
  return new GitError(
    'InvalidResponse',
    "the git server sends a response that is not git's protocol: check that the URL is that of a git repository",
  );
}
