import type { FailureCause } from './failure-cause.ts';
import { hasKilledProcess } from './killed-process.ts';

/**
 * A cause as shortage of memory, if it is one, with the limit that the Build sets. The kernel kills one process, and a
 * platform that sees the first process of the container live on says nothing of it.
 */
export function memoryShortage(cause: FailureCause, log: readonly string[], limit: string | undefined): FailureCause {
  const known = limit === undefined ? {} : { limit };
  if (cause.kind === 'out-of-memory') return { ...cause, ...known };
  if (cause.kind !== 'phase-failed') return cause;
  const { phase, terminated } = cause;
  const isKilled = hasKilledProcess({ phase, exitCode: terminated.exitCode, log }, limit !== undefined);
  return isKilled ? { ...cause, kind: 'process-killed', ...known } : cause;
}
