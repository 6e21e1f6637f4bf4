import { containerOfStep } from '../../../../translators/tekton/tekton-pod.ts';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import type { LineMask } from '../../../mask/line-mask.ts';
import type { ActiveBuild } from '../cache/build-record.ts';
import type { FailureCause } from '../failure/failure-cause.ts';
import type { ObservedTaskRun, ObservedWorkload } from '../observe/observation.ts';
import type { KnownSecrets } from '../status/masking.ts';

export interface ContainerReference {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Reads the values that no log may show: the Secrets of the Build's account, and those that its workload mounts. */
export type ReadSecrets = (build: KubeObject, mounted: readonly string[], signal: AbortSignal) => Promise<KnownSecrets>;

/** Returns the last lines of a container's log, masked; none if the log cannot be read. */
export type ReadLogTail = (
  container: ContainerReference,
  mask: LineMask,
  signal: AbortSignal,
) => Promise<readonly string[]>;

/** Reads the last log lines of a Build's containers. */
export interface LogTails {
  /**
   * Returns the last lines of the failed phase, or of the sidecar that is not ready: saved when the workload was stopped, or read from
   * the Pod.
   */
  readonly ofFailedContainer: (
    build: ActiveBuild,
    cause: FailureCause,
    workload: ObservedWorkload,
    secrets: KnownSecrets,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /**
   * Returns the last lines of the sidecar that is not ready, or of the running step, before the TaskRun is stopped. Tekton deletes the
   * Pod of a cancelled TaskRun and the log with it.
   */
  readonly beforeStop: (
    build: ActiveBuild,
    workload: ObservedTaskRun,
    cause: FailureCause | undefined,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
}

export interface LogTailDependencies {
  readonly readSecrets: ReadSecrets;
  readonly readLogTail: ReadLogTail;
}

export function createLogTails({ readSecrets, readLogTail }: LogTailDependencies): LogTails {
  const readMasked = async (container: ContainerReference, secrets: KnownSecrets, signal: AbortSignal) => {
    switch (secrets.kind) {
      case 'known':
        return readLogTail(container, secrets.masks(), signal);
      case 'unknown':
        return [`the log is withheld, because it can contain Secrets that cannot be read: ${secrets.why}`];
    }
  };
  return {
    ofFailedContainer: async ({ namespace }, cause, { kind, progress, stop }, secrets, signal) => {
      if (stop !== undefined && stop.log.length > 0) return stop.log;
      const container = failedContainer(cause, kind);
      const { podName } = progress;
      if (container === undefined || podName === undefined) return [];
      return readMasked({ namespace, pod: podName, container }, secrets, signal);
    },
    beforeStop: async ({ namespace, object }, { progress, secrets }, cause, signal) => {
      const { phases, podName } = progress;
      const steps = phases.filter(({ kind }) => kind === 'running').map(({ phase }) => containerOfStep(phase));
      const containers = cause?.kind === 'sidecar-not-ready' ? [cause.container] : steps;
      if (podName === undefined || containers.length === 0) return [];
      const known = await readSecrets(object, secrets, signal);
      const tails = containers.map(async (container) =>
        readMasked({ namespace, pod: podName, container }, known, signal),
      );
      // Waiting steps run too but print nothing, and Tekton reports late that a step has ended.
      return (await Promise.all(tails)).findLast((lines) => lines.length > 0) ?? [];
    },
  };
}

/** Returns the container whose log explains a failure; `undefined` if it did not start, or if no container is at fault. */
function failedContainer(cause: FailureCause, workload: ObservedWorkload['kind']): string | undefined {
  if (cause.kind === 'sidecar-not-ready') return cause.container;
  if (!('phase' in cause) || cause.phase === undefined || cause.kind === 'phase-not-started') return undefined;
  return workload === 'pod' ? cause.phase : containerOfStep(cause.phase);
}
