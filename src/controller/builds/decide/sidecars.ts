import type { BuildProgress, ForeignContainer } from '../../../core/model/build-progress.ts';
import type { ControllerSettings } from '../../../core/settings/controller-settings.ts';
import type { Observation, ObservedWorkload } from '../observe/observation.ts';
import { afterTimeout, type CheckAgain, type Decision } from './decision.ts';

/** True if an injected sidecar still runs: the Pod does not end by itself then. */
export function hasRunningSidecar({ foreign }: BuildProgress): boolean {
  return foreign.some(({ role, kind }) => role === 'sidecar' && kind !== 'terminated');
}

/** Returns the first injected container that the phases must wait for. */
export function unreadySidecar({ foreign }: BuildProgress): ForeignContainer | undefined {
  return foreign.find((container) => container.role !== 'init' && !container.isReady && !hasSucceeded(container));
}

/** Stops the workload if an injected container is not ready in time. Before its start, images may have to be pulled. */
export function stopUnlessReady(
  workload: ObservedWorkload,
  unready: ForeignContainer,
  { observedForMs }: Observation,
  { startDeadlineSeconds, sidecarReadyDeadlineSeconds }: ControllerSettings,
): Decision | CheckAgain {
  const { uid } = workload;
  const [ms, seconds] = isBeforeStart(unready)
    ? [observedForMs(`sidecars of ${uid} start`), Math.max(startDeadlineSeconds, sidecarReadyDeadlineSeconds)]
    : [observedForMs(`sidecars of ${uid} become ready`), sidecarReadyDeadlineSeconds];
  const cause = { kind: 'sidecar-not-ready', container: unready.container, ...detailsOf(unready), seconds } as const;
  return afterTimeout(ms, seconds, { kind: 'stop', workload, cause });
}

/** Every container has these reasons before it starts, or has those of a failed image pull that is retried. */
const REASONS_BEFORE_START: ReadonlySet<string | undefined> = new Set([
  undefined,
  'ContainerCreating',
  'PodInitializing',
  'ErrImagePull',
  'ImagePullBackOff',
]);

function isBeforeStart(container: ForeignContainer): boolean {
  return container.kind === 'waiting' && REASONS_BEFORE_START.has(container.reason);
}

function hasSucceeded(container: ForeignContainer): boolean {
  return container.kind === 'terminated' && container.exitCode === 0;
}

function detailsOf(container: ForeignContainer): { readonly reason?: string; readonly message?: string } {
  if (container.kind === 'running') return {};
  const { reason, message } = container;
  return { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
}
