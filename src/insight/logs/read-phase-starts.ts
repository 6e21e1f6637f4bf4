import type { PhaseStart } from '../../core/model/build-progress.ts';
import { creatorHeadings } from './creator-headings.ts';
import { logLines, secondOf, timedLine, timeOfSecond } from './log-lines.ts';
import type { LoggedContainer, PodLog } from './pod-log.ts';

const TIMEOUT_MS = 5000;

/**
 * Reads from the log of a creator when each of its phases started. Returns none if the log cannot be read within the timeout, because a
 * Build's end can be reported without these times.
 */
export async function readPhaseStarts(
  { podLog }: { readonly podLog: PodLog },
  { namespace, pod, container }: LoggedContainer,
  timeoutMs = TIMEOUT_MS,
): Promise<readonly PhaseStart[]> {
  const phaseIn = creatorHeadings();
  const starts: PhaseStart[] = [];
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const log = await podLog({ namespace, name: pod }, { container, timestamps: true, signal });
    for await (const { text } of logLines(log)) {
      const line = timedLine(text);
      const phase = phaseIn(line.text);
      if (phase !== undefined && line.time !== '') {
        starts.push({ phase, startedAt: timeOfSecond(secondOf(line.time)) });
      }
    }
    return starts;
  } catch {
    return [];
  }
}
