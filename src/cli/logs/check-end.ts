import type { BuildLogOptions, LogEnd } from '../../logs/build-log.ts';
import type { Live } from '../../logs/live.ts';
import type { Wanted } from '../../logs/log-target.ts';
import { fieldError } from '../../model/problem.ts';
import { CommandFailure } from '../command-failure.ts';
import { buildOutcome } from './build-outcome.ts';
import { buildEnd, type BuildEnd, type BuildSight } from './build-sight.ts';

/** What has been printed of a Build's log, and what was to be. */
export interface PrintedLog extends Pick<BuildLogOptions, 'wanted' | 'follow'> {
  readonly name: string;
  readonly sight: Live<BuildSight>;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly end: LogEnd;
  readonly isWhole: boolean;
}

/** Ends the command with what is wrong: no such log, a part of it unread, or, where it was followed, a failed Build. */
export async function checkEnd(log: PrintedLog): Promise<void> {
  const { end, wanted, follow, sight, sleep, name, isWhole } = log;
  const isPart = wanted.kind === 'phase' || wanted.kind === 'container';
  const lacking = sentenceOf(end, log, isPart);
  if (lacking !== undefined) throw failure(lacking);
  if (follow && !isPart) throwFailed(name, await buildOutcome(sight, sleep));
  // It has been told what is lacking.
  if (!isWhole) throw new CommandFailure([], 1);
}

/** Why there is no log of what was asked for; `undefined` if there is. */
function sentenceOf(end: LogEnd, log: PrintedLog, isPart: boolean): string | undefined {
  const { name, wanted } = log;
  switch (end.kind) {
    case 'complete':
      return undefined;
    case 'later':
      return isPart ? `${end.title} of Build ${name} has not begun; --follow waits for it` : undefined;
    case 'never':
      return isPart ? `${end.title} of Build ${name} did not run` : undefined;
    case 'deleted':
      return isPart ? `the pod of Build ${name} was deleted, and its log with it` : undefined;
    case 'unknown':
      return `the pod of Build ${name} has no ${calledBy(wanted)}; its containers are ${end.containers.join(', ')}`;
    case 'no-pod':
      return withoutPod(log);
  }
}

function calledBy(wanted: Wanted): string {
  switch (wanted.kind) {
    case 'phase':
      return `phase ${wanted.phase}`;
    case 'container':
      return `container ${wanted.container}`;
    case 'phases':
    case 'all':
      return 'phases';
  }
}

function withoutPod({ name, sight, follow }: PrintedLog): string {
  const { build } = sight.now();
  if (build === undefined) return `Build ${name} was deleted before it had a pod`;
  const end = buildEnd(build);
  throwFailed(name, end);
  if (end !== undefined) return `Build ${name} has ended, and its pod is gone`;
  return `Build ${name} has no pod yet${follow ? '' : '; --follow waits for one'}`;
}

function throwFailed(name: string, end: BuildEnd | undefined): void {
  if (end?.kind !== 'failed') return;
  throw new CommandFailure([fieldError([], `Build ${name} failed: ${end.message}`, end.advice)], 1);
}

function failure(message: string): CommandFailure {
  return new CommandFailure([fieldError([], message)], 1);
}
