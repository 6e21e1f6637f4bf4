import { KubeError } from '../kube/kube-error.ts';
import type { Live } from './live.ts';
import { logLines } from './log-lines.ts';
import { timedLine, type TimedLine } from './log-time.ts';
import { podContainers } from './pod-containers.ts';
import type { LogPlace, PodLog } from './pod-log.ts';
import { isWhole, nextAttempts, NO_ATTEMPTS, type Attempts, type Break, type Reading } from './log-reading.ts';
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
/** The container runtime tells of a container's end while it still writes the end of its log. */
const SETTLING = 300;
/** After so many failures in a row the log of what has ended is given up: its node may be gone. */
const MOST_FAILURES = 6;

/**
 * The lines of a container's log; with `follow` until it has ended. However often the stream breaks, no line is lost or
 * comes twice. Throws what the API server says where the log is not to be had.
 */
export async function* containerLog(world: LogWorld, place: LogPlace, follow: boolean): AsyncGenerator<TimedLine> {
  const shown = shownLines();
  let attempts = NO_ATTEMPTS;
  for (;;) {
    // Another pod may have its name by now.
    if (world.sight.now().kind !== 'present') throw gone(place);
    const wasOver = isOver(world.sight.now(), place);
    const reading = yield* readOnce(world, place, { shown, follow: follow && !wasOver });
    if (reading.failure === undefined && (wasOver ? isWhole(reading, attempts) : !follow)) {
      if (reading.rest !== '') yield timedLine(reading.rest);
      return;
    }
    attempts = nextAttempts(attempts, reading, wasOver);
    if (
      reading.failure !== undefined &&
      isGivenUp(world, reading.failure, follow && !wasOver ? 0 : attempts.failures)
    ) {
      throw reading.failure.error;
    }
    await pause(world, place, { wasOver, reading, attempts });
  }
}

function gone({ pod, container }: LogPlace): KubeError {
  return new KubeError('NOT_FOUND', `log of ${pod}/${container}`, 'the pod was deleted');
}

function isGivenUp({ sight }: LogWorld, { error }: Break, failures: number): boolean {
  return isRefusal(error) || failures >= MOST_FAILURES || sight.now().kind !== 'present';
}

/** The new lines of one stream; returns what came of it. */
async function* readOnce(
  { podLog, signal }: LogWorld,
  { namespace, pod, container }: LogPlace,
  { shown, follow }: { readonly shown: ShownLines; readonly follow: boolean },
): AsyncGenerator<TimedLine, Reading> {
  const sinceTime = shown.since();
  shown.rewind();
  let hasNews = false;
  let rest = '';
  try {
    const options = { container, follow, timestamps: true, idle: LONGEST_SILENCE, signal };
    const bytes = await podLog({ namespace, name: pod }, { ...options, ...(sinceTime !== undefined && { sinceTime }) });
    for await (const { text, isWhole: isLine } of logLines(bytes)) {
      const line = timedLine(text);
      if (!isLine) rest = text;
      else if (shown.take(line)) {
        hasNews = true;
        yield line;
      }
    }
    return { hasNews, rest, isRepeated: shown.isRepeated() };
  } catch (error) {
    signal.throwIfAborted();
    return { hasNews, rest: '', isRepeated: false, failure: { error } };
  }
}

function isOver(sight: PodSight, { container }: LogPlace): boolean {
  if (sight.kind !== 'present') return true;
  return podContainers(sight.pod).every(({ name, kind }) => name !== container || kind === 'ended');
}

/** Waits before the next stream: longer where they fail, and for an end that is known only now until it is written. */
async function pause(
  world: LogWorld,
  place: LogPlace,
  { wasOver, reading, attempts }: { readonly wasOver: boolean; readonly reading: Reading; readonly attempts: Attempts },
): Promise<void> {
  const { sight, sleep, signal } = world;
  const wait = Math.min(FIRST_WAIT * 2 ** attempts.failures, LONGEST_WAIT);
  if (wasOver) {
    if (reading.failure !== undefined || !reading.hasNews) await sleep(wait, signal);
    return;
  }
  await untilOver(world, place, wait);
  if (isOver(sight.now(), place)) await sleep(SETTLING, signal);
}

/** Waits so long, or until the container's end is known. */
async function untilOver({ sight, sleep, signal }: LogWorld, place: LogPlace, milliseconds: number): Promise<void> {
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
