import { plainLine } from './log-text.ts';
import type { LineMask } from '../mask/line-mask.ts';
import type { LogPlace, PodLog } from './pod-log.ts';

/** The end of a log, and how much of it. */
export interface LogTail extends LogPlace {
  readonly lines: number;
  /** In UTF-8, all lines together. */
  readonly bytes: number;
  /** In milliseconds; five seconds where not told. */
  readonly patience?: number;
}

/** A private key has fewer lines: its beginning is read with its end, so that the mask knows it. */
const LINES_BEFORE = 150;
const MOST_BYTES = 256 * 1024;
const PATIENCE = 5000;

/**
 * The last lines of a log as plain text, without empty ones. Nothing, if it cannot be had in time: whoever
 * asks tells why something failed, and does that without the log as well. The mask is one that has not been used.
 */
export async function readLogTail(
  { podLog }: { readonly podLog: PodLog },
  { namespace, pod, container, lines, bytes, patience = PATIENCE }: LogTail,
  mask: LineMask,
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(patience);
  try {
    const log = await podLog({ namespace, name: pod }, { container, tailLines: lines + LINES_BEFORE, signal });
    const text = await endOf(log);
    const plain = text.split('\n').map((line) => plainLine(mask(line)));
    return lastWithin(plain.filter((line) => line !== '').slice(-lines), bytes);
  } catch {
    return [];
  }
}

/** The last bytes as whole lines. `limitBytes` of the API would be the first ones. */
async function endOf(log: AsyncIterable<Uint8Array>): Promise<string> {
  let kept = Buffer.alloc(0);
  let isCut = false;
  for await (const chunk of log) {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length <= 2 * MOST_BYTES) continue;
    kept = kept.subarray(-MOST_BYTES);
    isCut = true;
  }
  return isCut ? kept.subarray(kept.indexOf('\n') + 1).toString() : kept.toString();
}

/** As many of the last lines as there is room for; of a last one that is too long, its end. */
function lastWithin(lines: readonly string[], bytes: number): readonly string[] {
  const kept: string[] = [];
  let room = bytes;
  for (const line of lines.toReversed()) {
    const length = Buffer.byteLength(line);
    if (length > room) return kept.length > 0 ? kept : [endOfLine(line, bytes)];
    kept.unshift(line);
    room -= length;
  }
  return kept;
}

/** A character that the cut goes through is left out; the ellipsis has three bytes. */
function endOfLine(line: string, bytes: number): string {
  const end = Buffer.from(line).subarray(3 - bytes);
  return `…${end.toString().replace(/^\uFFFD+/, '')}`;
}
