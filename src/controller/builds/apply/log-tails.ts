import { containerOfStep } from '../../../../translators/tekton/tekton-pod.ts';
import type { BuildContext, ContainerReference } from '../build-context.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { ObservedTaskRun, ObservedWorkload } from '../observe/observation.ts';
import type { KnownSecrets } from '../status/masking.ts';

/**
 * Returns the last lines of the failed phase, or of the sidecar that is not ready: saved when the workload was stopped, or read from
 * the Pod.
 */
export async function logOfFailedContainer(
  context: BuildContext,
  { namespace }: ActiveBuild,
  cause: FailureCause,
  { kind, progress, stop }: ObservedWorkload,
  secrets: KnownSecrets,
): Promise<readonly string[]> {
  if (stop !== undefined && stop.log.length > 0) return stop.log;
  const container = failedContainer(cause, kind);
  const { podName } = progress;
  if (container === undefined || podName === undefined) return [];
  return readMasked(context, { namespace, pod: podName, container }, secrets);
}

/**
 * Returns the last lines of the sidecar that is not ready, or of the running step, before the TaskRun is stopped. Tekton deletes the
 * Pod of a cancelled TaskRun and the log with it.
 */
export async function logBeforeStop(
  context: BuildContext,
  { namespace, object }: ActiveBuild,
  { progress, secrets }: ObservedTaskRun,
  cause: FailureCause | undefined,
): Promise<readonly string[]> {
  const { phases, podName } = progress;
  const steps = phases.filter(({ kind }) => kind === 'running').map(({ phase }) => containerOfStep(phase));
  const containers = cause?.kind === 'sidecar-not-ready' ? [cause.container] : steps;
  if (podName === undefined || containers.length === 0) return [];
  const known = await context.readSecrets(object, secrets, context.signal);
  const tails = containers.map(async (container) => readMasked(context, { namespace, pod: podName, container }, known));
  // Waiting steps run too but print nothing, and Tekton reports late that a step has ended.
  return (await Promise.all(tails)).findLast((lines) => lines.length > 0) ?? [];
}

async function readMasked(
  { readLogTail, signal }: BuildContext,
  container: ContainerReference,
  secrets: KnownSecrets,
): Promise<readonly string[]> {
  switch (secrets.kind) {
    case 'known':
      return readLogTail(container, secrets.masks(), signal);
    case 'unknown':
      return [`the log is withheld, because it can contain Secrets that cannot be read: ${secrets.why}`];
  }
}

/** Returns the container whose log explains a failure; `undefined` if it did not start, or if no container is at fault. */
function failedContainer(cause: FailureCause, workload: ObservedWorkload['kind']): string | undefined {
  if (cause.kind === 'sidecar-not-ready') return cause.container;
  if (!('phase' in cause) || cause.phase === undefined || cause.kind === 'phase-not-started') return undefined;
  return workload === 'taskrun' ? containerOfStep(cause.phase) : cause.phase;
}
