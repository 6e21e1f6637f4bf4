import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import type { LogDependencies, LogRange, LogStart } from './container-log.ts';
import { logLines } from './log-lines.ts';
import type { LogTarget } from './log-target.ts';
import { isRefusal } from './pod-log.ts';

/** Selects the end of a log. Lines that are written from now on are always shown. */
export interface LogPart {
  /** The number of lines, counted over all phases. */
  readonly tailLines?: number;
  /** Only lines that are younger than this count. */
  readonly sinceSeconds?: number;
  /** Returns the time on a monotonic clock in milliseconds. */
  readonly elapsed: () => number;
}

interface LogStartsInput {
  readonly namespace: string;
  readonly pod: KubeObject;
  readonly targets: readonly LogTarget[];
  readonly part: LogPart;
}

/**
 * Returns where the shown part of each log begins, by container, for the containers that have started. The lines are counted from
 * the last container backwards. Rejects with a `KubeError` if the API server denies access.
 */
export async function logStarts(
  dependencies: LogDependencies,
  { namespace, pod, targets, part }: LogStartsInput,
): Promise<ReadonlyMap<string, LogStart>> {
  const { tailLines, sinceSeconds, elapsed } = part;
  const startedMs = elapsed();
  /** The kubelet counts from the time of the request, which can be much later than the start of the command. */
  const passed = (): number => Math.ceil((elapsed() - startedMs) / 1000);
  const starts = new Map<string, LogStart>();
  let left = tailLines ?? 0;
  for (const { container, start } of targets.toReversed()) {
    if (start(asPod(pod)) !== 'started') continue;
    const since = (): LogRange => (sinceSeconds === undefined ? {} : { sinceSeconds: sinceSeconds + passed() });
    if (tailLines === undefined) {
      starts.set(container, since);
      continue;
    }
    const range = { ...since(), tailLines: left };
    const lines = left === 0 ? 0 : await countLines(dependencies, { namespace, pod, container }, range);
    left -= Math.min(left, lines ?? 0);
    // Without a shown line, a broken stream is continued from the start of the command.
    const none: LogStart = (isFirst) => (isFirst ? { tailLines: 0 } : { sinceSeconds: passed() + 1 });
    starts.set(container, lines === 0 ? none : () => ({ ...since(), tailLines: lines ?? left }));
  }
  return starts;
}

interface CountedLog {
  readonly namespace: string;
  readonly pod: KubeObject;
  readonly container: string;
}

/** Counts the lines of a range. Returns `undefined` if the log cannot be read now: reading it again reports the error. */
async function countLines(
  { podLog, signal }: LogDependencies,
  { namespace, pod, container }: CountedLog,
  range: LogRange,
): Promise<number | undefined> {
  try {
    let lines = 0;
    const bytes = await podLog({ namespace, name: pod.metadata.name }, { container, ...range, signal });
    for await (const _ of logLines(bytes)) lines += 1;
    return lines;
  } catch (error) {
    signal.throwIfAborted();
    if (isRefusal(error)) throw error;
    return undefined;
  }
}
