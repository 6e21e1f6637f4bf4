import { GitError } from '../git-error.ts';

/** A packet of git's protocol (gitprotocol-common(5), "pkt-line Format"). */
export type Packet =
  | { readonly kind: 'data'; readonly text: string }
  | { readonly kind: 'flush' }
  /** Separates the sections of a message (gitprotocol-v2(5), "Packet-Line Framing"). */
  | { readonly kind: 'delimiter' }
  | { readonly kind: 'end' };

export const FLUSH_PACKET = '0000';
export const DELIMITER_PACKET = '0001';

const LENGTH_DIGITS = 4;
const MARKERS: readonly (Packet['kind'] | undefined)[] = ['flush', 'delimiter', 'end'];

/** Returns a packet with this line. */
export function dataPacket(line: string): string {
  const length = Buffer.byteLength(line) + 1 + LENGTH_DIGITS;
  return `${length.toString(16).padStart(LENGTH_DIGITS, '0')}${line}\n`;
}

/** Reads the packets of a response, without the line feeds at their ends. Throws `InvalidResponse` for any other content. */
export async function* readPackets(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Packet> {
  let rest: Buffer = Buffer.alloc(0);
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > maxBytes)
      throw invalid(`sends more than ${maxBytes} bytes of references, which taskpack does not read`);
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let next = packetAt(rest, start); next !== undefined; next = packetAt(rest, start)) {
      start = next.end;
      yield next.packet;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) throw invalid('ends its response in the middle of a line');
}

/** Returns the packet that starts here and its end; `undefined` if it has not arrived completely. */
function packetAt(bytes: Buffer, start: number): { readonly packet: Packet; readonly end: number } | undefined {
  const content = start + LENGTH_DIGITS;
  if (bytes.length < content) return undefined;
  const digits = bytes.toString('latin1', start, content);
  if (!/^[0-9a-f]{4}$/i.test(digits)) throw invalid("sends a response that is not git's protocol");
  const length = Number.parseInt(digits, 16);
  if (length < LENGTH_DIGITS) {
    const kind = MARKERS[length];
    if (kind === undefined || kind === 'data') throw invalid("sends a response that is not git's protocol");
    return { packet: { kind }, end: content };
  }
  const end = start + length;
  if (bytes.length < end) return undefined;
  return { packet: { kind: 'data', text: bytes.toString('utf8', content, end).replace(/\n$/, '') }, end };
}

function invalid(what: string): GitError {
  return new GitError('InvalidResponse', `the git server ${what}: check that the URL is that of a git repository`);
}
