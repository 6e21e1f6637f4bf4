import { podContainers } from '../../../translators/progress/pod-containers.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import type { PodLogOptions } from '../../clients/kube/client/pod-log.ts';
import { KubeError } from '../../clients/kube/kube-error.ts';
import type { ObservedValue } from './observed-value.ts';
import { logLines, timedLine, type TimedLine } from './log-lines.ts';
import { isRefusal, type LoggedContainer, type PodLog, type ObservedPod } from './pod-log.ts';
import { shownLines, type ShownLines } from './shown-lines.ts';

export interface LogDependencies {
  readonly podLog: PodLog;
  readonly observedPod: ObservedValue<ObservedPod>;
  /** Waits. Rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The part of a log that the first stream requests. Later streams continue after the last shown line. */
export type LogRange = Pick<PodLogOptions, 'tailLines' | 'sinceSeconds'>;

/** Returns the range to request while no line has been shown. `isFirst` is false if a stream has been read before. */
export type LogStart = (isFirst: boolean) => LogRange;

const wholeLog: LogStart = () => ({});

/** A stream without a byte for this time is closed and opened again. */
const IDLE_TIMEOUT_MS = 120_000;
/** The minimum and maximum delay before the next stream. */
const MIN_DELAY_MS = 250;
const MAX_DELAY_MS = 8000;
/** The container runtime reports the end of a container before it has written the end of its log. */
const LOG_FLUSH_MS = 300;
/** Gives up the log of an ended container after this many consecutive failures, because its node may be gone. */
const MAX_FAILURES = 6;

/**
 * Yields the lines of a container's log. With `follow`, reads until the container ends. If the stream breaks, no line is lost
 * or repeated. Rejects with a `KubeError` if the log cannot be read.
 */
export async function* containerLog(
  dependencies: LogDependencies,
  logged: LoggedContainer,
  follow: boolean,
  start: LogStart = wholeLog,
): AsyncGenerator<TimedLine> {
  const shown = shownLines(Object.keys(start(true)).length > 0);
  let isFirst = true;
  let attempts = NO_ATTEMPTS;
  for (;;) {
    // Another Pod may have the same name by now.
    if (dependencies.observedPod.now().kind !== 'present')
      throw new KubeError('NOT_FOUND', `log of ${logged.pod}/${logged.container}`, 'the pod was deleted');
    const wasOver = isOver(dependencies.observedPod.now(), logged);
    const reading = yield* readOnce(dependencies, logged, { shown, follow: follow && !wasOver, start: start(isFirst) });
    isFirst = false;
    if (reading.failure === undefined && (wasOver ? isWhole(reading, attempts) : !follow)) {
      if (reading.rest !== '') yield timedLine(reading.rest);
      return;
    }
    attempts = nextAttempts(attempts, reading, wasOver);
    if (
      reading.failure !== undefined &&
      shouldGiveUp(dependencies, reading.failure, follow && !wasOver ? 0 : attempts.failures)
    ) {
      throw reading.failure.error;
    }
    await pause(dependencies, logged, { wasOver, reading, attempts });
  }
}

function shouldGiveUp({ observedPod }: LogDependencies, { error }: Break, failures: number): boolean {
  return isRefusal(error) || failures >= MAX_FAILURES || observedPod.now().kind !== 'present';
}

interface ReadOptions {
  readonly shown: ShownLines;
  readonly follow: boolean;
  readonly start: LogRange;
}

/** Yields the new lines of one stream. Returns how the stream ended. */
async function* readOnce(
  { podLog, signal }: LogDependencies,
  { namespace, pod, container }: LoggedContainer,
  { shown, follow, start }: ReadOptions,
): AsyncGenerator<TimedLine, Reading> {
  const sinceTime = shown.since();
  shown.rewind();
  let hasNews = false;
  let rest = '';
  try {
    const options = { container, follow, timestamps: true, idleTimeoutMs: IDLE_TIMEOUT_MS, signal };
    const from = sinceTime === undefined ? start : { sinceTime };
    const bytes = await podLog({ namespace, name: pod }, { ...options, ...from });
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

function isOver(observedPod: ObservedPod, { container }: LoggedContainer): boolean {
  if (observedPod.kind !== 'present') return true;
  return podContainers(asPod(observedPod.pod)).every(
    ({ name, state }) => name !== container || state.kind === 'terminated',
  );
}

/** Waits before the next stream: longer after failures, and until the runtime has written the end of the log. */
async function pause(
  dependencies: LogDependencies,
  logged: LoggedContainer,
  { wasOver, reading, attempts }: { readonly wasOver: boolean; readonly reading: Reading; readonly attempts: Attempts },
): Promise<void> {
  const { observedPod, sleep, signal } = dependencies;
  const wait = Math.min(MIN_DELAY_MS * 2 ** attempts.failures, MAX_DELAY_MS);
  if (wasOver) {
    if (reading.failure !== undefined || !reading.hasNews) await sleep(wait, signal);
    return;
  }
  await untilOver(dependencies, logged, wait);
  if (isOver(observedPod.now(), logged)) await sleep(LOG_FLUSH_MS, signal);
}

/** Waits for a time or until the container has ended. */
async function untilOver(
  { observedPod, sleep, signal }: LogDependencies,
  logged: LoggedContainer,
  milliseconds: number,
): Promise<void> {
  const waiting = new AbortController();
  const end = (): void => waiting.abort();
  signal.addEventListener('abort', end, { once: true });
  const over = async (): Promise<void> => {
    while (!isOver(observedPod.now(), logged)) await observedPod.changed(waiting.signal);
  };
  await Promise.race([sleep(milliseconds, waiting.signal), over()]).catch(() => undefined);
  end();
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
}

/** The reads after which a log counts as complete although its last line has no newline or its shown lines were rotated away. */
const MAX_FINAL_READS = 3;

interface Break {
  readonly error: unknown;
}

/** The result of reading one stream. */
interface Reading {
  readonly hasNews: boolean;
  /** The stream contained all lines that were shown before. */
  readonly isRepeated: boolean;
  /** The text after the last newline. */
  readonly rest: string;
  readonly failure?: Break;
}

/** The history of the streams of one container. */
interface Attempts {
  /** Consecutive failures without a new line. */
  readonly failures: number;
  /** Consecutive reads without a new line after the container has ended. */
  readonly finalReads: number;
  readonly rest: string;
}

const NO_ATTEMPTS: Attempts = { failures: 0, finalReads: 0, rest: '' };

/** Adds the result of a stream to the history. `wasOver` is true if the stream began after the container had ended. */
function nextAttempts({ failures, finalReads }: Attempts, reading: Reading, wasOver: boolean): Attempts {
  const { hasNews, failure, rest } = reading;
  return {
    failures: failure === undefined ? 0 : (hasNews ? 0 : failures) + 1,
    finalReads: hasNews || !wasOver || failure !== undefined ? 0 : finalReads + 1,
    rest,
  };
}

/**
 * True if a stream that began after the container's end has read the rest of the log. A normal end of the stream is not
 * enough, because the API server also ends the response normally if its connection to the kubelet breaks. The stream must
 * repeat the shown lines, with a final newline and nothing new.
 */
function isWhole({ hasNews, isRepeated, rest }: Reading, before: Attempts): boolean {
  return !hasNews && rest === before.rest && ((isRepeated && rest === '') || before.finalReads >= MAX_FINAL_READS);
}
