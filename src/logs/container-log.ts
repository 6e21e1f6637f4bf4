import type { Live } from './live.ts';
import { logLines } from './log-lines.ts';
import { timedLine, type TimedLine } from './log-time.ts';
import { podContainers } from './pod-containers.ts';
import type { LogPlace, PodLog } from './pod-log.ts';
import type { PodSight } from './pod-sight.ts';
import { isRefusal } from './read-failure.ts';
import { shownLines, type ShownLines } from './shown-lines.ts';

/** What reading logs needs of the world. */
export interface LogWorld {
  readonly podLog: PodLog;
  readonly sight: Live<PodSight>;
  /** Waits so many milliseconds; rejects once the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** So long a stream may say nothing before it is taken for dead and begun anew, in milliseconds. */
const LONGEST_SILENCE = 120_000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** After so many failures in a row the log of what has ended is given up: its node may be gone. */
const MOST_FAILURES = 6;

/**
 * The lines of a container's log; with `follow` until it has ended. However often the stream breaks, no line is lost or
 * comes twice. Throws what the API server says where the log is not to be had.
 */
export async function* containerLog(world: LogWorld, place: LogPlace, follow: boolean): AsyncGenerator<TimedLine> {
  const shown = shownLines();
  let failures = 0;
  for (;;) {
    // A stream that ends may have been cut on its way here: only one that began when all had been written is whole.
    const isLast = !follow || isOver(world.sight.now(), place);
    const before = shown.since();
    const failure = yield* readOnce(world, place, { shown, isLast });
    if (failure === undefined && isLast) return;
    failures = failure === undefined ? 0 : (shown.since() === before ? failures : 0) + 1;
    if (failure !== undefined && isGivenUp(world, failure, isLast ? failures : 0)) throw failure.error;
    if (failure !== undefined || !isOver(world.sight.now(), place)) {
      await pause(world, place, Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT));
    }
  }
}

/** What ended a stream before its end. */
interface Break {
  readonly error: unknown;
}

function isGivenUp({ sight }: LogWorld, { error }: Break, failures: number): boolean {
  return isRefusal(error) || failures >= MOST_FAILURES || sight.now().kind !== 'present';
}

/** The new lines of one stream; returns what ended it early. */
async function* readOnce(
  { podLog, signal }: LogWorld,
  { namespace, pod, container }: LogPlace,
  { shown, isLast }: { readonly shown: ShownLines; readonly isLast: boolean },
): AsyncGenerator<TimedLine, Break | undefined> {
  const sinceTime = shown.since();
  shown.rewind();
  try {
    const options = { container, follow: !isLast, timestamps: true, idle: LONGEST_SILENCE, signal };
    const bytes = await podLog({ namespace, name: pod }, { ...options, ...(sinceTime !== undefined && { sinceTime }) });
    for await (const { text, isWhole } of logLines(bytes)) {
      // The rest of it is still to come.
      if (!isWhole && !isLast) return undefined;
      const line = timedLine(text);
      if (shown.take(line)) yield line;
    }
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return { error };
  }
}

function isOver(sight: PodSight, { container }: LogPlace): boolean {
  if (sight.kind !== 'present') return true;
  return podContainers(sight.pod).every(({ name, kind }) => name !== container || kind === 'ended');
}

/** Waits so long, or until the container's end is known. */
async function pause({ sight, sleep, signal }: LogWorld, place: LogPlace, milliseconds: number): Promise<void> {
  if (isOver(sight.now(), place)) return sleep(milliseconds, signal);
  const waiting = new AbortController();
  const end = (): void => waiting.abort();
  signal.addEventListener('abort', end, { once: true });
  const over = async (): Promise<void> => {
    while (!isOver(sight.now(), place)) await sight.changed(waiting.signal);
  };
  await Promise.race([sleep(milliseconds, waiting.signal), over()]).catch(() => undefined);
  end();
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
}
