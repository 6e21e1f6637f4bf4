import { hasSidecar, type ContainerProgress, type PhaseProgress } from '../../../core/model/build-progress.ts';
import type { ControllerSettings } from '../../../core/settings/controller-settings.ts';
import { causeOfEndedPhases } from '../failure/workload-cause.ts';
import type { Observation, ObservedPod } from '../observe/observation.ts';
import { afterTimeout, firstDecision, type Decision, type PodRule } from './decision.ts';
import { hasRunningSidecar, stopUnlessReady, unreadySidecar } from './sidecars.ts';
import { causeOfEnd, decideOnTerminating, isCompleted, replace } from './workload-end.ts';

/** Returns the next action for a Build that has a Pod. The first rule that applies decides. */
export function decideOnPod(pod: ObservedPod, observation: Observation, settings: ControllerSettings): Decision {
  return firstDecision(pod.stop === undefined ? RULES : RULES_FOR_STOPPED, { pod, observation, settings });
}

/**
 * Replaces a Pod once by one with another layout, if no phase has run yet and this layout cannot work. Either prepare could
 * not copy the waiter, or sidecars were injected that a dry run had not shown.
 */
const recreation: PodRule = ({ pod, observation, settings }) => {
  const { recreation: recorded } = observation.recorded;
  if (recorded !== undefined) return recorded.of === pod.uid ? replace(pod, observation) : undefined;
  if (pod.kind !== 'pod-containers' || pod.gracePeriodMs !== undefined) return undefined;
  if (lacksWaiter(pod)) return { kind: 'recreate', workload: pod, reason: 'WaiterNotDelivered' };
  const expectsSidecars = settings.injectedSidecars !== 'auto' || pod.gate !== 'none';
  if (expectsSidecars || !hasSidecar(pod.progress) || hasBegun(pod)) return undefined;
  return { kind: 'recreate', workload: pod, reason: 'UnforeseenSidecars' };
};

/** The kubelet can report the end of completion before that of the phase before it, mostly for less than a second. */
const LATE_REPORT_TIMEOUT_MS = 10_000;

/**
 * Finishes the Build once completion has succeeded and all phases have ended, or the Pod has. An injected sidecar would keep the Pod running,
 * and the controller does not watch the Pod of a finished Build, so the Pod is stopped first.
 */
const finished: PodRule = ({ pod, observation }) => {
  const { progress, stop } = pod;
  const { kind } = progress.state;
  const hasEnded = kind === 'succeeded' || kind === 'failed';
  if (kind === 'succeeded' || isCompleted(progress)) {
    const keepsRunning = !hasEnded && stop === undefined && hasRunningSidecar(progress);
    const end: Decision = keepsRunning ? { kind: 'stop', workload: pod } : { kind: 'succeed', workload: pod };
    if (hasEnded || progress.phases.every((phase) => phase.kind === 'terminated')) return end;
    const requeueAfterMs = LATE_REPORT_TIMEOUT_MS - observation.observedForMs(`end of completion in ${pod.uid}`);
    return requeueAfterMs > 0 ? { kind: 'report', progress, requeueAfterMs } : end;
  }
  if (!hasEnded) return undefined;
  return { kind: 'fail', cause: causeOfEnd(pod, observation), workload: pod };
};

const terminating: PodRule = ({ pod, observation }) => decideOnTerminating(pod, observation);

const cancelled: PodRule = ({ pod, observation }) => {
  if (!observation.isCancelled) return undefined;
  return pod.stage === 'unscheduled'
    ? { kind: 'delete-workload', workload: pod }
    : { kind: 'stop', workload: pod, cause: { kind: 'cancelled' } };
};

/** Lets the first phase run once all injected sidecars are ready, so that no phase bypasses a proxy. */
const gate: PodRule = ({ pod, settings, observation }) => {
  if (pod.gate !== 'closed') return undefined;
  const unready = unreadySidecar(pod.progress);
  if (unready === undefined) return { kind: 'open-gate', pod };
  return pod.stage === 'started' ? stopUnlessReady(pod, unready, observation, settings) : undefined;
};

/**
 * Reports a failure as soon as all phases have ended. A proxy can take many seconds to stop, and the Pod ends after it. The Pod is
 * stopped first, because the controller does not watch the Pod of a finished Build.
 */
const failedPhases: PodRule = ({ pod, observation }) => {
  if (causeOfEndedPhases(pod.progress) === undefined) return undefined;
  return pod.stop === undefined && hasRunningSidecar(pod.progress)
    ? { kind: 'stop', workload: pod }
    : { kind: 'fail', cause: causeOfEnd(pod, observation), workload: pod };
};

/**
 * Stops a Pod in which a phase failed. The next phases skip themselves, unless the failed phase died without telling them:
 * then they would wait forever. Injected sidecars run forever in any case.
 */
const lostPhase: PodRule = ({ pod, settings, observation }) => {
  const { phases } = pod.progress;
  const index = phases.findIndex(hasFailed);
  const failed = phases[index];
  if (failed?.kind !== 'terminated') return undefined;
  // The kubelet itself ends a Pod whose init container fails.
  if (pod.kind === 'pod-init' && index < phases.length - 1) return undefined;
  if (phases.slice(index + 1).every(({ kind }) => kind === 'terminated')) {
    return hasRunningSidecar(pod.progress) ? { kind: 'stop', workload: pod } : undefined;
  }
  const observedForMs = observation.observedForMs(`end of ${failed.phase} in ${pod.uid}`);
  return afterTimeout(observedForMs, settings.stuckPhaseSeconds, { kind: 'stop', workload: pod });
};

/** Stops a Pod whose phases wait for a native sidecar, if it is not ready in time. The kubelet starts the phases after it. */
const nativeSidecar: PodRule = ({ pod, settings, observation }) => {
  const { phases } = pod.progress;
  if (pod.kind !== 'pod-containers' || pod.stage !== 'started' || pod.gate === 'closed') return undefined;
  const unready = phases.every(({ kind }) => kind === 'waiting') ? unreadySidecar(pod.progress) : undefined;
  return unready && stopUnlessReady(pod, unready, observation, settings);
};

/** Stops a Pod if the container of the next phase does not start in time: its image or a volume may be missing. */
const startDeadline: PodRule = ({ pod, settings, observation }) => {
  const { phases, helpers } = pod.progress;
  const index = phases.findIndex(({ kind }) => kind === 'waiting');
  const phase = phases[index];
  if (phase === undefined || pod.stage !== 'started' || !canStart(pod, phases[index - 1])) return undefined;
  // The copying init container runs before the first phase. If that container waits, its reason is the cause.
  const { reason, message } = waitingDetails(helpers) ?? waitingDetails([phase]) ?? {};
  return afterTimeout(
    observation.observedForMs(`turn of ${phase.phase} in ${pod.uid}`),
    settings.startDeadlineSeconds,
    {
      kind: 'stop',
      workload: pod,
      cause: {
        kind: 'phase-not-started',
        phase: phase.phase,
        ...(reason !== undefined && { reason }),
        ...(message !== undefined && { message }),
      },
    },
  );
};

/** In this order: events of the Pod, requests of users, timeouts. */
const RULES: readonly PodRule[] = [
  recreation,
  finished,
  terminating,
  cancelled,
  gate,
  failedPhases,
  lostPhase,
  nativeSidecar,
  startDeadline,
];

/** A stopped Pod only has to end. */
const RULES_FOR_STOPPED: readonly PodRule[] = [finished, terminating, failedPhases];

/** True if prepare did not copy the waiter, so that the next container did not find its command. */
function lacksWaiter({ waiterDelivery, progress }: ObservedPod): boolean {
  const [first, second] = progress.phases;
  const isCopied = first?.kind === 'terminated' && first.exitCode === 0;
  return waiterDelivery === 'hook' && !isCopied && second?.kind === 'terminated' && isCommandMissing(second.reason);
}

/** The container runtimes' reasons for a missing command. */
function isCommandMissing(reason: string | undefined): boolean {
  return reason === 'StartError' || reason === 'ContainerCannotRun';
}

function hasBegun({ progress }: ObservedPod): boolean {
  return isCompleted(progress) || progress.phases.some(({ kind }) => kind === 'terminated');
}

function hasFailed(phase: PhaseProgress): boolean {
  return phase.kind === 'terminated' && phase.exitCode !== 0 && !phase.isSkipped;
}

/** True if the kubelet can start a phase: beside its predecessor, or after the predecessor has succeeded. */
function canStart({ kind }: ObservedPod, predecessor: PhaseProgress | undefined): boolean {
  if (predecessor === undefined) return true;
  if (predecessor.kind !== 'terminated') return kind === 'pod-containers';
  return predecessor.exitCode === 0;
}

function waitingDetails(
  containers: readonly ContainerProgress[],
): { readonly reason?: string; readonly message?: string } | undefined {
  return containers.find((container) => container.kind === 'waiting');
}
