import { phaseContainers } from '../../../translators/progress/pod-containers.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { BuildLogOptions, LogEnd } from '../../insight/logs/build-log.ts';
import type { ObservedValue } from '../../insight/logs/observed-value.ts';
import type { LogSelection } from '../../insight/logs/log-target.ts';
import type { ObservedPod } from '../../insight/logs/pod-log.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { fieldError } from '../../core/model/problem.ts';
import { namespacedNameOf } from '../image-builds.ts';
import { CommandFailure, failure } from '../problems.ts';
import { buildEnd, isRunning, type BuildEnd, type ObservedBuild } from './observed-build.ts';

/** The requested and the printed part of a Build's log. */
export interface PrintedLog extends Pick<BuildLogOptions, 'wanted' | 'follow'>, Waiting {
  readonly name: string;
  readonly end: LogEnd;
  readonly isWhole: boolean;
}

/**
 * Throws `CommandFailure` if the log does not exist or is incomplete, or if a followed Build failed. Resolves to the Pod that
 * replaces the Build's Pod, if there is one.
 */
export async function checkEnd(log: PrintedLog): Promise<KubeObject | undefined> {
  const outcome = isAwaited(log) ? await buildOutcome(log) : undefined;
  if (outcome?.kind === 'replaced') return outcome.pod;
  const lacking = sentenceOf(log);
  if (lacking !== undefined) throw failure(lacking);
  if (!isPart(log)) throwFailed(log.name, outcome);
  // `printLog` has already reported the incomplete part.
  if (!log.isWhole) throw new CommandFailure([], 1);
  return undefined;
}

/** True if more lines can follow. A requested phase or container is complete once it is read. */
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

/** Returns why the requested log does not exist, or `undefined` if it exists. */
function sentenceOf(log: PrintedLog): string | undefined {
  const { name, wanted, end } = log;
  switch (end.kind) {
    case 'complete':
      return undefined;
    case 'later':
      return isPart(log) ? `${end.title} of Build ${name} has not started. Add --follow to wait for it` : undefined;
    case 'never':
      return isPart(log) ? `${end.title} of Build ${name} did not run` : undefined;
    case 'deleted':
      return isPart(log) ? `the Pod of Build ${name} was deleted together with its log` : undefined;
    case 'unknown':
      return `the Pod of Build ${name} has no ${calledBy(wanted)}, only the containers ${end.containers.join(', ')}`;
    case 'no-pod':
      return withoutPod(log);
  }
}

function calledBy(wanted: LogSelection): string {
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

function withoutPod({ name, observed, follow }: PrintedLog): string {
  const { build } = observed.now();
  if (build === undefined) return `Build ${name} was deleted before it had a Pod`;
  const end = buildEnd(build);
  throwFailed(name, end);
  if (end !== undefined) return `Build ${name} has finished and its Pod was deleted, so its log no longer exists`;
  if (follow) return `Build ${name} has no Pod yet`;
  const { namespace } = namespacedNameOf(build);
  return `Build ${name} has no Pod yet. Add --follow to wait for it, or see what it waits for: taskpack status build/${name} -n ${namespace}`;
}

function throwFailed(name: string, end: BuildOutcome | undefined): void {
  if (end?.kind !== 'failed') return;
  throw new CommandFailure([fieldError([], `Build ${name} failed: ${end.message}`, end.advice)], 1);
}

/** A Build without a status after this time has no controller. */
const RESULT_TIMEOUT_MS = 10_000;

/** The result of a Build whose log has ended, or its next Pod. */
type BuildOutcome =
  | BuildEnd
  /** The Build has a new Pod. */
  | { readonly kind: 'replaced'; readonly pod: KubeObject };

/** The arguments of `buildOutcome`. */
interface Waiting {
  readonly observed: ObservedValue<ObservedBuild>;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/**
 * Waits for the result of a Build whose log has ended. The result is in the Build's status, or is derived from the Pod if no
 * controller runs the Build. Rejects with the signal's reason.
 */
async function buildOutcome({ observed, sleep, signal }: Waiting): Promise<BuildOutcome> {
  const known = new AbortController();
  const waiting = AbortSignal.any([signal, known.signal]);
  const recordedResult = async (): Promise<BuildOutcome> => {
    for (;;) {
      const outcome = outcomeOf(observed.now());
      if (outcome !== undefined) return outcome;
      await observed.changed(waiting);
    }
  };
  const derivedResult = async (): Promise<BuildOutcome> => {
    await sleep(RESULT_TIMEOUT_MS, waiting);
    const { build, pod } = observed.now();
    // A controller runs the Build, so only the Build's status has the result: Tekton may not have ended the TaskRun yet.
    return build !== undefined && isRunning(build) ? recordedResult() : endOfPod(pod);
  };
  try {
    return await Promise.race([recordedResult(), derivedResult()]);
  } catch (error) {
    // Node's timers reject with their own error instead of the signal's reason.
    signal.throwIfAborted();
    throw error;
  } finally {
    known.abort();
  }
}

function outcomeOf({ build, pod, successor }: ObservedBuild): BuildOutcome | undefined {
  if (successor !== undefined) return { kind: 'replaced', pod: successor };
  return build === undefined ? endOfPod(pod) : buildEnd(build);
}

/** Derives the result from the Pod: success if all phases succeeded, even if the Pod was deleted afterwards. */
function endOfPod(observed: ObservedPod): BuildEnd {
  if (observed.kind === 'absent' || observed.kind === 'never')
    return { kind: 'failed', message: 'the Build has no Pod' };
  const phases = phaseContainers(asPod(observed.pod));
  if (phases.length > 0 && phases.every(({ state }) => state.kind === 'terminated' && state.exitCode === 0)) {
    return { kind: 'succeeded' };
  }
  if (observed.kind === 'deleted')
    return { kind: 'failed', message: `the Pod ${observed.pod.metadata.name} was deleted` };
  const culprit = phases.find(({ state }) => state.kind !== 'terminated' || state.exitCode !== 0);
  if (culprit === undefined) return { kind: 'failed', message: `the Pod ${observed.pod.metadata.name} has no phases` };
  const { phase, state } = culprit;
  const message =
    state.kind === 'terminated' ? `${phase} exited with code ${state.exitCode}` : `${phase} did not finish`;
  return { kind: 'failed', message };
}
