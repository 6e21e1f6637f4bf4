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
  { namespace, object }: ActiveBuild,
  { name, uid, progress, secrets: mounted }: ObservedTaskRun,
  cause: StopCause | undefined,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Applied> {
  const running = progress.phases.find(({ kind }) => kind === 'running');
  const { podName } = progress;
  const log =
    running === undefined || podName === undefined
      ? []
      : await lastLines(
          { namespace, pod: podName, container: containerOfStep(running.phase) },
          await context.ports.readSecrets(object, mounted, signal),
          context,
          signal,
        );
  const annotations = { [STOP_ANNOTATION]: writeStop({ ...(cause !== undefined && { cause }), log }) };
  const patch = { metadata: { uid, annotations }, spec: { status: 'TaskRunCancelled' } };
  return unlessGone(async () =>
    remember('tekton', await context.ports.client.patch(TASK_RUNS, { namespace, name }, patch, { signal }), context),
  );
}
