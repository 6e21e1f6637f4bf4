import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { BuildLogOptions, LogEnd } from '../../logs/build-log.ts';
import type { Wanted } from '../../logs/log-target.ts';
import { fieldError } from '../../model/problem.ts';
import { CommandFailure } from '../command-failure.ts';
import { buildOutcome, type BuildOutcome, type Waiting } from './build-outcome.ts';
import { buildEnd } from './build-sight.ts';

/** What has been printed of a Build's log, and what was to be. */
export interface PrintedLog extends Pick<BuildLogOptions, 'wanted' | 'follow'>, Waiting {
  readonly name: string;
  readonly end: LogEnd;
  readonly isWhole: boolean;
}

/**
 * Ends the command with what is wrong: no such log, a part of it unread, or, where it was followed, a failed Build.
 * Resolves to the pod that the Build goes on with, if it was made once more.
 */
export async function checkEnd(log: PrintedLog): Promise<KubeObject | undefined> {
  const outcome = isAwaited(log) ? await buildOutcome(log) : undefined;
  if (outcome?.kind === 'goes-on') return outcome.pod;
  const lacking = sentenceOf(log);
  if (lacking !== undefined) throw failure(lacking);
  if (!isPart(log)) throwFailed(log.name, outcome);
  // It has been told what is lacking.
  if (!log.isWhole) throw new CommandFailure([], 1);
  return undefined;
}

/** Whether something may still come. A part that has been read is all that was asked for. */
function isAwaited(log: PrintedLog): boolean {
  switch (log.end.kind) {
    case 'complete':
      return log.follow && !isPart(log);
    case 'later':
    case 'never':
    case 'deleted':
      return log.follow;
    case 'unknown':
    case 'no-pod':
      return false;
  }
}

function isPart({ wanted }: PrintedLog): boolean {
  return wanted.kind === 'phase' || wanted.kind === 'container';
}

/** Why there is no log of what was asked for; `undefined` if there is. */
function sentenceOf(log: PrintedLog): string | undefined {
  const { name, wanted, end } = log;
  switch (end.kind) {
    case 'complete':
      return undefined;
    case 'later':
      return isPart(log) ? `${end.title} of Build ${name} has not begun; --follow waits for it` : undefined;
    case 'never':
      return isPart(log) ? `${end.title} of Build ${name} did not run` : undefined;
    case 'deleted':
      return isPart(log) ? `the pod of Build ${name} was deleted, and its log with it` : undefined;
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

function throwFailed(name: string, end: BuildOutcome | undefined): void {
  if (end?.kind !== 'failed') return;
  throw new CommandFailure([fieldError([], `Build ${name} failed: ${end.message}`, end.advice)], 1);
}

function failure(message: string): CommandFailure {
  return new CommandFailure([fieldError([], message)], 1);
}
