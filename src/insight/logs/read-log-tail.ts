import { plainLine } from './log-text.ts';
import type { LineMask } from '../../core/mask/line-mask.ts';
import { LINE_TOO_LONG } from '../../core/model/one-line.ts';
import type { LoggedContainer, PodLog } from './pod-log.ts';

interface LogTail extends LoggedContainer {
  readonly lines: number;
  /** The maximum size of all lines in UTF-8. */
  readonly bytes: number;
  readonly timeoutMs?: number;
}

/** More lines than a private key has. The mask needs the beginning of a key to recognize its end. */
const CONTEXT_LINES = 150;
const MAX_BYTES = 256 * 1024;
const MAX_LINE_LENGTH = 16_384;
const DEFAULT_TIMEOUT_MS = 5000;

/**
 * Returns the last non-empty lines of a log as plain text. Returns no lines if the log cannot be read within the timeout,
 * because a failure can be reported without its log. The mask must be unused.
 */
export async function readLogTail(
  { podLog }: { readonly podLog: PodLog },
  { namespace, pod, container, lines, bytes, timeoutMs = DEFAULT_TIMEOUT_MS }: LogTail,
  mask: LineMask,
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const log = await podLog({ namespace, name: pod }, { container, tailLines: lines + CONTEXT_LINES, signal });
    const text = await endOf(log);
    // Only the end of a long line is shown, and escaping its controls takes long.
    const plain = text.split('\n').map((line) => plainLine(mask(line).slice(-MAX_LINE_LENGTH)));
    return lastWithin(plain.filter((line) => line !== '').slice(-lines), bytes);
  } catch {
    return [];
  }
}

/**
 * Returns the last bytes as whole lines, because the end of a cut line can be the end of a secret, which no mask knows. The API's
 * `limitBytes` would return the first bytes.
 */
async function endOf(log: AsyncIterable<Uint8Array>): Promise<string> {
  let kept = Buffer.alloc(0);
  let isCut = false;
  for await (const chunk of log) {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length <= 2 * MAX_BYTES) continue;
    kept = kept.subarray(-MAX_BYTES);
    isCut = true;
  }
  if (!isCut) return kept.toString();
  const firstEnd = kept.indexOf('\n');
  return firstEnd < 0 ? LINE_TOO_LONG : kept.subarray(firstEnd + 1).toString();
}

/** Returns as many of the last lines as fit. If the last line is too long, returns its end. */
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

/** Drops a character that is cut in half. The ellipsis has three bytes. */
function endOfLine(line: string, bytes: number): string {
  const end = Buffer.from(line).subarray(3 - bytes);
  return `…${end.toString().replace(/^\uFFFD+/, '')}`;
}
