import type { BuildProgress } from '../../../model/build-progress.ts';
import { RETRYING_REASON, type Decision, type WaitingReason } from '../decide/decision.ts';
import type { StateBetweenReconciles } from '../state-between-reconciles/state-between-reconciles.ts';
import type { Observation } from '../observe/observation.ts';
import type { BuilderTrust } from '../status/build-status.ts';
import type { Backend, RecreationReason } from '../status/recorded-status.ts';
import { endReconcile, OBSERVE_AGAIN, type ActionResult } from './result.ts';
import { isStatusChanged, type StatusWriter } from './status-writer.ts';

/** The actions that write nothing but the Build's status. */
export interface StatusActions {
  /** Explains why the Build does not run yet. */
  readonly wait: (
    observation: Observation,
    because: WaitingReason | undefined,
    requeueAfterMs?: number,
  ) => Promise<ActionResult>;
  /** Records the backend before the workload is created, so that a Build never gets two workloads. */
  readonly chooseBackend: (observation: Observation, backend: Backend) => Promise<ActionResult>;
  /** Records that a workload will be replaced, before it is deleted, so that any process can continue. */
  readonly recreate: (
    observation: Observation,
    decision: Decision & { readonly kind: 'recreate' },
  ) => Promise<ActionResult>;
  /** Writes progress: at once if the workload is new, later not more often than the interval allows. */
  readonly report: (
    observation: Observation,
    progress: BuildProgress,
    requeueAfterMs?: number,
  ) => Promise<ActionResult>;
}

export interface StatusActionDependencies {
  readonly status: StatusWriter;
  readonly betweenReconciles: Pick<StateBetweenReconciles, 'statusWriteDelayMs'>;
}

export function createStatusActions({ status, betweenReconciles }: StatusActionDependencies): StatusActions {
  return {
    wait: async (observation, because, requeueAfterMs) => {
      const { backend } = observation.recorded;
      if (because !== undefined) {
        await status.writeState(observation, {
          kind: 'waiting',
          ...because,
          ...(backend !== undefined && { backend }),
        });
      }
      return endReconcile(requeueAfterMs);
    },
    chooseBackend: async (observation, backend) => {
      const message = `creating ${backend === 'tekton' ? 'a TaskRun' : 'a Pod'}`;
      await status.writeState(observation, { kind: 'waiting', reason: 'Starting', message, backend });
      return OBSERVE_AGAIN;
    },
    recreate: async (observation, decision) => recordRecreation(status, observation, decision),
    report: async (observation, progress, requeueAfterMs) => {
      const { build, recorded } = observation;
      const next = status.nextStatus(observation, { kind: 'in-progress', progress, ...runnerOf(observation) });
      if (!isStatusChanged(observation, next)) return endReconcile(requeueAfterMs);
      const delayMs = recorded.workload === undefined ? 0 : betweenReconciles.statusWriteDelayMs(build.uid);
      if (delayMs > 0) return endReconcile(Math.min(delayMs, requeueAfterMs ?? delayMs));
      await status.write(observation, next, 'low');
      return endReconcile(requeueAfterMs);
    },
  };
}

async function recordRecreation(
  status: StatusWriter,
  observation: Observation,
  { workload: { kind, uid, name }, reason, message }: Decision & { readonly kind: 'recreate' },
): Promise<ActionResult> {
  const note = `${kind === 'pod' ? 'Pod' : 'TaskRun'} ${name} is recreated: ${recreationMessage(reason)}`;
  const details =
    message === undefined ? { reason: 'Recreating', message: note } : { reason: RETRYING_REASON, message };
  const state = { kind: 'waiting', backend: kind === 'pod' ? 'native' : 'tekton', ...details } as const;
  const { podName: _, taskRunName: __, ...next } = status.nextStatus(observation, state, { reason, of: uid });
  await status.write(observation, next);
  // A TaskRun can be recreated many times.
  if (observation.recorded.recreation?.reason !== reason) {
    status.recordEvent(observation.build, { type: 'Normal', reason: 'Recreating', note });
  }
  return OBSERVE_AGAIN;
}

/** Returns the fields of a status that identify the workload: the backend, the TaskRun, the trust in the builder, and if the Build is debugged. */
export function runnerOf({ recorded: { backend }, workload }: Pick<Observation, 'recorded' | 'workload'>): {
  readonly backend?: Backend;
  readonly taskRunName?: string;
  readonly builderTrust?: BuilderTrust;
  readonly isDebugged?: true;
} {
  return {
    ...(backend !== undefined && { backend }),
    ...(workload?.kind === 'task-run' && { taskRunName: workload.name }),
    ...(workload !== undefined && { builderTrust: workload.builderTrust }),
    ...(workload?.isDebugged === true && { isDebugged: true }),
  };
}

function recreationMessage(reason: RecreationReason): string {
  switch (reason) {
    case 'WaiterNotDelivered':
      return 'the postStart hook of prepare could not copy the waiter; in the new Pod, an init container copies it';
    case 'UnforeseenSidecars':
      return 'the Pod has injected sidecars that the dry run did not show; in the new Pod, the first phase waits for these sidecars';
    case 'PodNotCreated':
      return 'Tekton could not create its Pod, for a temporary reason';
  }
}
