import type { JsonObject } from '../../src/model/json.ts';
import type { ResolvedBuild, ResourceRequirements } from '../../src/model/resolved-build.ts';
import { below, orderDirectory } from '../phases/order-directory.ts';
import type { Phase, PhaseList } from '../phases/phase.ts';
import { resourcesField, shareResources } from '../phases/resource-shares.ts';
import { READ_ONLY_SECURITY_CONTEXT } from '../phases/security-context.ts';
import type { TaskpackPrograms } from '../phases/taskpack-phases.ts';
import {
  annotationVolume,
  mount,
  readOnlyMount,
  type Volume,
  type VolumeMount,
  WAITER_COPY,
  WAITER_DIRECTORY,
} from '../phases/volumes.ts';
import { READY_ANNOTATION } from '../phases/workload-metadata.ts';
import { phaseContainer } from './container.ts';
import { markMounts, proofFlags, tokenMounts, waiterVolumes, withWaiter, type WaitFor } from './waiter.ts';

/** Regular containers that wait for each other, so that injected sidecars run beside all of them. */
export interface ContainersLayout {
  readonly kind: 'containers';
  /** With `closed`, the first container waits until the controller reports that the injected containers are ready. */
  readonly gate: 'closed' | 'open';
  /** With `kept`, a Build can opt out of the injection. With `removed`, sidecars are injected whatever it says, as in kpack. */
  readonly optOuts: 'kept' | 'removed';
  readonly waiterDelivery: WaiterDelivery;
}

/** A `postStart` hook of prepare's container copies the waiter, or an init container with an image of its own does. */
export type WaiterDelivery = { readonly kind: 'hook' } | { readonly kind: 'init'; readonly image: string };

/** The init container that copies the waiter. */
export const COPY_CONTAINER = 'pre-start';

/** kpack's downward API volume. Its file has content as soon as the controller sets the ready annotation. */
const GATE = readOnlyMount('downward-api-dir', '/downward');
const GATE_FILE = 'sidecars-ready';

/** Makes every phase a regular container that starts its command when its predecessor has written its mark. */
export function containersLayout(
  build: ResolvedBuild,
  list: PhaseList,
  options: { readonly layout: ContainersLayout; readonly programs: TaskpackPrograms },
): JsonObject {
  const { layout, programs } = options;
  const shares = shareResources(build.resources, list.phases.length);
  const containers = list.phases.map((phase, index) => {
    const container = phaseContainer(phase, phase.name === list.principal ? shares.principal : shares.others);
    const predecessor = list.phases[index - 1];
    const directory = orderDirectory(build, phase);
    const waiterMount = waiterMounts(predecessor, layout).map((one) => below(directory, one));
    const volumeMounts = [...phase.mounts, ...waiterMount, ...markMounts(phase, predecessor, directory)];
    const mounted = { ...container, volumeMounts };
    if (predecessor !== undefined)
      return withWaiter(
        mounted,
        directory + WAITER_COPY,
        { kind: 'phase', phase: predecessor.name },
        { directory, flags: [...proofFlags(list, index, directory), ...(phase.hold ?? [])] },
      );
    const waiter = firstWaiter(layout.waiterDelivery, programs);
    const first = { ...mounted, volumeMounts: [...volumeMounts, ...tokenMounts(list)] };
    return {
      ...withWaiter(first, waiter, afterGate(layout), { directory, flags: phase.hold ?? [] }),
      ...copyHook(layout.waiterDelivery, programs),
    };
  });
  return { ...copyContainer(layout.waiterDelivery, build.resources), containers };
}

/** Returns the volumes that only this layout needs. */
export function containersLayoutVolumes({ phases }: PhaseList, layout: ContainersLayout): readonly Volume[] {
  const gate = annotationVolume(GATE.name, [{ path: GATE_FILE, annotation: READY_ANNOTATION }]);
  return [...waiterVolumes(phases), ...(layout.gate === 'closed' ? [gate] : [])];
}

function waiterMounts(predecessor: Phase | undefined, layout: ContainersLayout): readonly VolumeMount[] {
  const copies = predecessor === undefined && layout.waiterDelivery.kind === 'hook';
  const { name, mountPath } = WAITER_DIRECTORY;
  const gate = predecessor === undefined && layout.gate === 'closed' ? [GATE] : [];
  return [...gate, copies ? mount(name, mountPath) : readOnlyMount(name, mountPath)];
}

/** With a hook, the first container starts before the copy exists. It runs the waiter of its own image. */
function firstWaiter(delivery: WaiterDelivery, programs: TaskpackPrograms): string {
  return delivery.kind === 'hook' ? programs.entrypoint : WAITER_COPY;
}

/** The first container also waits for the copy, so that no phase runs if the hook that makes the copy fails. */
function afterGate({ gate, waiterDelivery }: ContainersLayout): WaitFor {
  return {
    kind: 'files',
    files: [
      ...(waiterDelivery.kind === 'hook' ? [WAITER_COPY] : []),
      ...(gate === 'closed' ? [`${GATE.mountPath}/${GATE_FILE}`] : []),
    ],
    content: gate === 'closed',
  };
}

function copyHook(delivery: WaiterDelivery, programs: TaskpackPrograms): JsonObject {
  if (delivery.kind !== 'hook') return {};
  return { lifecycle: { postStart: { exec: { command: [programs.entrypoint, 'init', WAITER_DIRECTORY.mountPath] } } } };
}

/**
 * This init container ends before the phases start, so a phase's resources do not add to the Pod's. It needs some,
 * because a ResourceQuota refuses containers without them.
 */
function copyContainer(delivery: WaiterDelivery, resources: ResourceRequirements): JsonObject {
  if (delivery.kind !== 'init') return {};
  const container = {
    name: COPY_CONTAINER,
    image: delivery.image,
    imagePullPolicy: 'IfNotPresent',
    args: ['init', WAITER_DIRECTORY.mountPath],
    ...resourcesField('resources', resources),
    volumeMounts: [WAITER_DIRECTORY],
    securityContext: READ_ONLY_SECURITY_CONTEXT,
  };
  return { initContainers: [container] };
}
