import { containerOfStep } from '../../../../translators/tekton/containers.ts';
import { PODS } from '../../../kube/client/resources.ts';
import type { BuildContext } from '../build-context.ts';
import type { ActiveBuild } from '../kept/build-record.ts';
import { STOP_ANNOTATION, writeStop, type StopCause } from '../kept/stop.ts';
import type { Observation, ObservedPod, ObservedTaskRun, ObservedWorkload } from '../observe/observation.ts';
import { TASK_RUNS } from '../resources.ts';
import type { Applied } from './applied.ts';
import { lastLines } from './last-lines.ts';
import { remember } from './remember.ts';
import { unlessGone } from './unless-gone.ts';

/** Ends a workload, and writes on it why. */
export async function stopWorkload(
  { build }: Observation,
  workload: ObservedWorkload,
  cause: StopCause | undefined,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  switch (workload.kind) {
    case 'pod':
      return stopPod(build, workload, cause, context, signal);
    case 'task-run':
      return cancelTaskRun(build, workload, cause, context, signal);
  }
}

/** A deadline in the past makes the kubelet stop all containers, and keep the Pod with its logs. */
async function stopPod(
  { namespace }: ActiveBuild,
  { name, uid }: ObservedPod,
  cause: StopCause | undefined,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const annotations = { [STOP_ANNOTATION]: writeStop({ ...(cause !== undefined && { cause }), log: [] }) };
  const patch = { metadata: { uid, annotations }, spec: { activeDeadlineSeconds: 1 } };
  return unlessGone(async () =>
    remember('native', await context.ports.client.patch(PODS, { namespace, name }, patch, { signal }), context),
  );
}

/** Tekton deletes the pod of a TaskRun that is cancelled: what it said last is read before. */
async function cancelTaskRun(
  build: ActiveBuild,
  workload: ObservedTaskRun,
  cause: StopCause | undefined,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const { namespace } = build;
  const { name, uid } = workload;
  const log = await lastSaid(build, workload, context, signal);
  const annotations = { [STOP_ANNOTATION]: writeStop({ ...(cause !== undefined && { cause }), log }) };
  const patch = { metadata: { uid, annotations }, spec: { status: 'TaskRunCancelled' } };
  return unlessGone(async () =>
    remember('tekton', await context.ports.client.patch(TASK_RUNS, { namespace, name }, patch, { signal }), context),
  );
}

/** Steps that wait for their turn run and say nothing, and Tekton tells late of those that have ended. */
async function lastSaid(
  { namespace, object }: ActiveBuild,
  { progress: { phases, podName }, secrets }: ObservedTaskRun,
  context: BuildContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const running = phases.filter(({ kind }) => kind === 'running');
  if (podName === undefined || running.length === 0) return [];
  const known = await context.ports.readSecrets(object, secrets, signal);
  const tails = running.map(async ({ phase }) =>
    lastLines({ namespace, pod: podName, container: containerOfStep(phase) }, known, context, signal),
  );
  return (await Promise.all(tails)).findLast((lines) => lines.length > 0) ?? [];
}
