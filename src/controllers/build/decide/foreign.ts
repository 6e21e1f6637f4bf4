import type { BuildProgress, ForeignContainer } from '../../../model/build-progress.ts';

/** Whether a regular container that is none of ours has not ended: the Pod will not end by itself. */
export function runsSidecar({ foreign }: BuildProgress): boolean {
  return foreign.some(({ role, kind }) => role === 'sidecar' && kind !== 'terminated');
}

/** Classic sidecars in a Pod. */
export function hasSidecar({ foreign }: BuildProgress): boolean {
  return foreign.some(({ role }) => role === 'sidecar');
}

/** The first container of an injector's that phases have to wait for. */
export function unreadySidecar({ foreign }: BuildProgress): ForeignContainer | undefined {
  return foreign.find((container) => container.role !== 'init' && !container.isReady && !hasEndedWell(container));
}

/** Reasons that every container has before it starts, and those of a pull that has failed and is tried again. */
const BEFORE_START: ReadonlySet<string | undefined> = new Set([
  undefined,
  'ContainerCreating',
  'PodInitializing',
  'ErrImagePull',
  'ImagePullBackOff',
]);

/** Whether it may not have been a container's turn to start yet. */
export function isStarting(container: ForeignContainer): boolean {
  return container.kind === 'waiting' && BEFORE_START.has(container.reason);
}

function hasEndedWell(container: ForeignContainer): boolean {
  return container.kind === 'terminated' && container.exitCode === 0;
}
