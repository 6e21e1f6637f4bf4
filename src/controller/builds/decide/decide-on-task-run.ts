import { retryLimitSeconds } from '../../../core/model/wait-limits.ts';
import type { ControllerSettings } from '../../../core/settings/controller-settings.ts';
import { DENIAL_TIMEOUT_MS, podCreationDenial } from '../failure/denial.ts';
import { causeOfPhase, hasFailed } from '../failure/phase-cause.ts';
import type { Observation, ObservedTaskRun, PodIdentity } from '../observe/observation.ts';
import type { StopCause } from '../status/stop-annotation.ts';
import { afterTimeout, RETRYING_REASON, type CheckAgain, type Decision } from './decision.ts';
import { hasRunningSidecar, stopUnlessReady, unreadySidecar } from './sidecars.ts';
import { causeOfEnd, decideOnTerminating, replace } from './workload-end.ts';

/**
 * Returns the next action for a Build that has a TaskRun. Tekton runs the phases. The controller only stops the
 * TaskRun, such as at the time limit of the Build.
 */
export function decideOnTaskRun(
  workload: ObservedTaskRun,
  observation: Observation,
  settings: ControllerSettings,
): Decision {
  const { progress, stop } = workload;
  const unstoppedPod = podToStop(workload);
  if (unstoppedPod !== undefined) return { kind: 'stop-pod', pod: unstoppedPod };
  if (progress.state.kind === 'succeeded') return { kind: 'succeed', workload };
  const missingPod = decideOnMissingPod(workload, observation);
  if (missingPod !== undefined) return missingPod;
  if (progress.state.kind === 'failed') return { kind: 'fail', cause: causeOfEnd(workload, observation), workload };
  const terminating = decideOnTerminating(workload, observation);
  if (terminating !== undefined) return terminating;
  if (stop === undefined && observation.isCancelled) return { kind: 'stop', workload, cause: { kind: 'cancelled' } };
  if (workload.stage === 'not-started') return waitForStart(workload, observation, settings);
  if (stop !== undefined) return { kind: 'report', progress };
  const checks = [waitForSidecars(workload, observation, settings), stopUnstartedStep(workload, observation, settings)];
  const stopped = checks.find((check) => check !== undefined && check.kind !== 'check-again');
  return stopped ?? checks.reduce(sooner, stopAtTimeLimit(workload, observation));
}

/**
 * Returns the Pod if its steps have ended and neither Tekton nor the kubelet stops an injected sidecar in it. The Pod would keep its
 * resources until its deadline, and beside a dummy sidecar, even the TaskRun would never end. The Pod is stopped before the Build
 * ends, because the controller does not watch the Pod of a finished Build.
 */
function podToStop({ unstoppedPod, progress }: ObservedTaskRun): PodIdentity | undefined {
  const { state, phases } = progress;
  const hasEnded = state.kind === 'succeeded' || state.kind === 'failed';
  const stepsHaveEnded = phases.length > 0 && phases.every(({ kind }) => kind === 'terminated');
  return (hasEnded || stepsHaveEnded) && hasRunningSidecar(progress) ? unstoppedPod : undefined;
}

/** Tekton stops a TaskRun within seconds. */
const TEKTON_STOP_TIMEOUT_MS = 30_000;

/** Reports a TaskRun that has not started, up to the deadline: Tekton's controller may not run, because its definitions can outlive it. */
function waitForStart(workload: ObservedTaskRun, observation: Observation, settings: ControllerSettings): Decision {
  const { observedForMs } = observation;
  const { progress, stop, uid, name } = workload;
  if (stop !== undefined) {
    const requeueAfterMs = TEKTON_STOP_TIMEOUT_MS - observedForMs(`stop of ${uid}`);
    return requeueAfterMs > 0 ? { kind: 'report', progress, requeueAfterMs } : { kind: 'delete-workload', workload };
  }
  // Tekton explains in the condition why it may not create the Pod yet, before it sets startTime.
  if (progress.state.kind === 'pending' && progress.state.reason !== undefined) {
    const { reason, message = reason } = progress.state;
    return waitForPod(workload, message, observation);
  }
  const requeueAfterMs = settings.startDeadlineSeconds * 1000 - observedForMs(uid);
  if (requeueAfterMs > 0) return { kind: 'report', progress, requeueAfterMs };
  const message = `Tekton has not started TaskRun ${name} within ${settings.startDeadlineSeconds} s: check that the Deployment tekton-pipelines-controller runs`;
  return { kind: 'wait', because: { reason: 'TektonDoesNotAnswer', message } };
}

/** Stops a TaskRun without a Pod at the limit of retries: Tekton tries again without a limit, such as until a quota has room. */
function waitForPod(workload: ObservedTaskRun, message: string, observation: Observation): Decision {
  const { retryingForMs = 0 } = observation;
  const seconds = retryLimitSeconds(observation);
  const requeueAfterMs = seconds * 1000 - retryingForMs;
  if (requeueAfterMs > 0) return { kind: 'report', progress: workload.progress, requeueAfterMs };
  return { kind: 'stop', workload, cause: { kind: 'workload-not-created', message, seconds } };
}

/** Stops a TaskRun with a sidecar that never becomes ready: Tekton's first step waits for it without a limit. */
function waitForSidecars(
  workload: ObservedTaskRun,
  observation: Observation,
  settings: ControllerSettings,
): Decision | CheckAgain | undefined {
  const unready = workload.stage === 'waiting-for-sidecars' ? unreadySidecar(workload.progress) : undefined;
  return unready && stopUnlessReady(workload, unready, observation, settings);
}

/** Stops the TaskRun if the container of a step cannot start. Otherwise, the next step would wait until the time limit. */
function stopUnstartedStep(
  workload: ObservedTaskRun,
  { observedForMs }: Observation,
  { stuckPhaseSeconds }: ControllerSettings,
): Decision | CheckAgain | undefined {
  const { progress, uid } = workload;
  const failed = progress.phases.find(hasFailed);
  const cause = failed && causeOfPhase(failed, progress);
  if (failed === undefined || cause?.kind !== 'phase-not-started') return undefined;
  const forMs = observedForMs(`end of ${failed.phase} in ${uid}`);
  return afterTimeout(forMs, stuckPhaseSeconds, { kind: 'stop', workload, cause });
}

function sooner(decision: Decision, check: Decision | CheckAgain | undefined): Decision {
  if (check?.kind !== 'check-again' || decision.kind !== 'report') return decision;
  return { ...decision, requeueAfterMs: Math.min(check.afterMs, decision.requeueAfterMs ?? check.afterMs) };
}

/**
 * Stops the TaskRun at the Build's time limit. The TaskRun's own limit is later, so that the log can be read before Tekton
 * deletes the Pod.
 */
function stopAtTimeLimit(workload: ObservedTaskRun, { timeLimitSeconds, observedForMs }: Observation): Decision {
  const { progress, uid } = workload;
  if (timeLimitSeconds === undefined) return { kind: 'report', progress };
  const requeueAfterMs = timeLimitSeconds * 1000 - observedForMs(`run of ${uid}`);
  if (requeueAfterMs > 0) return { kind: 'report', progress, requeueAfterMs };
  const running = progress.phases.find(({ kind }) => kind !== 'terminated');
  const phase = running !== undefined && { phase: running.phase };
  const cause: StopCause = { kind: 'timed-out', seconds: timeLimitSeconds, ...phase };
  return { kind: 'stop', workload, cause };
}

/** The TaskRun is replaced after this time, then after twice as long each time. */
const MIN_DELAY_MS = 2000;
const MAX_DELAY_MS = 60_000;

/**
 * Replaces a TaskRun whose Pod Tekton could not create for a temporary reason, because Tekton does not retry. Returns
 * `undefined` for any other TaskRun, and if the cause is permanent.
 */
function decideOnMissingPod(workload: ObservedTaskRun, observation: Observation): Decision | undefined {
  const { recorded, retryingForMs, isCancelled, isTerminating, observedForMs } = observation;
  const { progress, stop, uid, gracePeriodMs } = workload;
  if (recorded.recreation?.of === uid) return replace(workload, observation);
  const { state } = progress;
  if (state.kind !== 'failed' || retryingForMs === undefined) return undefined;
  if (state.reason !== 'PodCreationFailed' || stop !== undefined || gracePeriodMs !== undefined) return undefined;
  const { message = '' } = state;
  const denial = podCreationDenial(message);
  if (denial === 'permanent') return undefined;
  if (isCancelled) return { kind: 'fail', cause: { kind: 'cancelled' }, workload };
  if (isTerminating) return { kind: 'fail', cause: { kind: 'deleted' }, workload };
  const seconds = retryLimitSeconds(observation);
  const leftMs = seconds * 1000 - retryingForMs;
  if (leftMs <= 0) return { kind: 'fail', cause: { kind: 'workload-not-created', message, seconds }, workload };
  if (denial === 'unclear' && retryingForMs >= DENIAL_TIMEOUT_MS) return undefined;
  const failedForMs = observedForMs(`failure of ${uid}`);
  const delayMs = Math.min(Math.max(retryingForMs - failedForMs, MIN_DELAY_MS), MAX_DELAY_MS);
  if (failedForMs >= delayMs) return { kind: 'recreate', workload, reason: 'PodNotCreated', message };
  const requeueAfterMs = Math.min(delayMs - failedForMs, leftMs);
  return { kind: 'wait', because: { reason: RETRYING_REASON, message }, requeueAfterMs };
}
