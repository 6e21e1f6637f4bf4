import { setImmediate } from 'node:timers/promises';
import { GitError } from '../git-error.ts';

/** A packet of git's protocol (gitprotocol-common(5), "pkt-line Format"). */
export type Packet =
  | { readonly kind: 'data'; readonly text: string }
  | { readonly kind: 'flush' }
  /** Separates the sections of a message (gitprotocol-v2(5), "Packet-Line Framing"). */
  | { readonly kind: 'delimiter' }
  | { readonly kind: 'end' };

/** The limit of a response. */
export interface ResponseLimit {
  readonly maxBytes: number;
  /** Tells users what to do about a longer response. */
  readonly advice: string;
}

/** A response that exceeds its limit. */
export class TooLongError extends GitError {}

export const FLUSH_PACKET = '0000';
export const DELIMITER_PACKET = '0001';

const LENGTH_DIGITS = 4;
const MARKERS: readonly (Packet['kind'] | undefined)[] = ['flush', 'delimiter', 'end'];

/** The line of a reference has at least an id of 40 digits and `refs/heads/`. Smaller packets only cost time. */
const MEAN_PACKET_BYTES = 64;

/** Other work of the process can run after this number of packets, which take a few milliseconds. */
const PACKETS_IN_A_TURN = 1_000;

/** Returns a packet with this line. */
export function dataPacket(line: string): string {
  const length = Buffer.byteLength(line) + 1 + LENGTH_DIGITS;
  return `${length.toString(16).padStart(LENGTH_DIGITS, '0')}${line}\n`;
}

/**
 * Reads the packets of a response. Lines are UTF-8 and have no line feed at their ends. In the content `bytes`, each character is
 * a byte. Throws `InvalidResponse` for any other content, and `TooLongError` beyond the limit.
 */
export async function* readPackets(
  body: AsyncIterable<Uint8Array>,
  limit: ResponseLimit,
  content: 'lines' | 'bytes' = 'lines',
): AsyncGenerator<Packet> {
  const count = packetCounter(limit);
  let rest: Buffer = Buffer.alloc(0);
  let packets = 0;
  for await (const chunk of body) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let next = packetAt(rest, start, content); next !== undefined; next = packetAt(rest, start, content)) {
      count(next.end - start);
      start = next.end;
      packets += 1;
      if (packets % PACKETS_IN_A_TURN === 0) await setImmediate();
      yield next.packet;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) throw notGit('ends its response in the middle of a line');
}

/** Returns a function that counts a packet of this size and throws `TooLongError` beyond the limit. */
export function packetCounter(limit: ResponseLimit): (bytes: number) => void {
  let packets = 0;
  let received = 0;
  return (bytes) => {
    packets += 1;
    received += bytes;
    if (received > limit.maxBytes || packets > limit.maxBytes / MEAN_PACKET_BYTES) throw tooLong(limit);
  };
}

/** Returns the packet that starts here and its end; `undefined` if it has not arrived completely. */
function packetAt(
  bytes: Buffer,
  start: number,
  content: 'lines' | 'bytes',
): { readonly packet: Packet; readonly end: number } | undefined {
  const begin = start + LENGTH_DIGITS;
  if (bytes.length < begin) return undefined;
  const digits = bytes.toString('latin1', start, begin);
  if (!/^[0-9a-f]{4}$/i.test(digits)) throw notGit("sends a response that is not git's protocol");
  const length = Number.parseInt(digits, 16);
  if (length < LENGTH_DIGITS) {
    const kind = MARKERS[length];
    if (kind === undefined || kind === 'data') throw notGit("sends a response that is not git's protocol");
    return { packet: { kind }, end: begin };
  }
  const end = start + length;
  if (bytes.length < end) return undefined;
  const text =
    content === 'bytes' ? bytes.toString('latin1', begin, end) : bytes.toString('utf8', begin, end).replace(/\n$/, '');
  return { packet: { kind: 'data', text }, end };
}

function notGit(what: string): GitError {
  return new GitError('InvalidResponse', `the git server ${what}: check that the URL is that of a git repository`);
}

function tooLong({ maxBytes, advice }: ResponseLimit): TooLongError {
  const packets = Math.floor(maxBytes / MEAN_PACKET_BYTES);
  const message = `the git server sends more than the ${maxBytes} bytes or ${packets} packets that taskpack reads`;
  return new TooLongError('InvalidResponse', `${message}: ${advice}`);
}
