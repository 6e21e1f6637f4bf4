import type { BuildProgress } from '../../../core/model/build-progress.ts';
import type { BuildContext } from '../build-context.ts';
import { RETRYING_REASON, type Decision, type WaitingReason } from '../decide/decision.ts';
import type { Observation } from '../observe/observation.ts';
import type { BuilderTrust } from '../status/build-status.ts';
import { backendOf, type Backend, type RecreationReason } from '../status/recorded-status.ts';
import { endReconcile, OBSERVE_AGAIN, type ActionResult } from './result.ts';
import { isStatusChanged, nextStatus, recordBuildEvent, writeBuildStatus, writeState } from './status-writer.ts';

/** Explains why the Build does not run yet. */
export async function wait(
  context: BuildContext,
  observation: Observation,
  because: WaitingReason | undefined,
  requeueAfterMs?: number,
): Promise<ActionResult> {
  const { backend } = observation.recorded;
  if (because !== undefined) {
    await writeState(context, observation, {
      kind: 'waiting',
      ...because,
      ...(backend !== undefined && { backend }),
    });
  }
  return endReconcile(requeueAfterMs);
}

/** Records the backend before the workload is created, so that a Build never gets two workloads. */
export async function chooseBackend(
  context: BuildContext,
  observation: Observation,
  backend: Backend,
): Promise<ActionResult> {
  const message = `creating ${backend === 'tekton' ? 'a TaskRun' : 'a Pod'}`;
  await writeState(context, observation, { kind: 'waiting', reason: 'Starting', message, backend });
  return OBSERVE_AGAIN;
}

/** Writes progress: at once if the workload is new, later not more often than the interval allows. */
export async function report(
  context: BuildContext,
  observation: Observation,
  progress: BuildProgress,
  requeueAfterMs?: number,
): Promise<ActionResult> {
  const { build, recorded } = observation;
  const next = nextStatus(context, observation, { kind: 'in-progress', progress, ...runnerOf(observation) });
  if (!isStatusChanged(observation, next)) return endReconcile(requeueAfterMs);
  const delayMs = recorded.workload === undefined ? 0 : context.betweenReconciles.statusWriteDelayMs(build.uid);
  if (delayMs > 0) return endReconcile(Math.min(delayMs, requeueAfterMs ?? delayMs));
  await writeBuildStatus(context, observation, next, 'low');
  return endReconcile(requeueAfterMs);
}

/** Records that a workload will be replaced, before it is deleted, so that any process can continue. */
export async function recreate(
  context: BuildContext,
  observation: Observation,
  { workload: { kind, uid, name }, reason, message }: Decision & { readonly kind: 'recreate' },
): Promise<ActionResult> {
  const note = `${kind === 'taskrun' ? 'TaskRun' : 'Pod'} ${name} is recreated: ${recreationMessage(reason)}`;
  const details =
    message === undefined ? { reason: 'Recreating', message: note } : { reason: RETRYING_REASON, message };
  const state = { kind: 'waiting', backend: backendOf(kind), ...details } as const;
  const { podName: _, taskRunName: __, ...next } = nextStatus(context, observation, state, { reason, of: uid });
  await writeBuildStatus(context, observation, next);
  // A TaskRun can be recreated many times.
  if (observation.recorded.recreation?.reason !== reason) {
    recordBuildEvent(context, observation.build, { type: 'Normal', reason: 'Recreating', note });
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
    ...(workload?.kind === 'taskrun' && { taskRunName: workload.name }),
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
