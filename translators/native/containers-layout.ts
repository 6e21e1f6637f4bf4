import type { JsonObject } from '../../src/core/model/json.ts';
import type { ResolvedBuild, ResourceRequirements } from '../../src/core/model/resolved-build.ts';
import { below, orderDirectory } from '../phases/order-directory.ts';
import type { PhaseList } from '../phases/phase.ts';
import { resourcesField, shareResources } from '../phases/resource-shares.ts';
import { READ_ONLY_SECURITY_CONTEXT, rootFlags } from '../phases/security-context.ts';
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
import { INJECTED_PROXIES, injectedProxiesVolume, readyFlags, type SelfDriving, stopFlags } from './self-driving.ts';
import { markMounts, proofFlags, tokenMounts, waiterVolumes, withWaiter, type WaitFor } from './waiter.ts';

/** Regular containers that wait for each other, so that injected sidecars run beside all of them. */
export interface ContainersLayout {
  readonly kind: 'pod-containers';
  readonly gate: Gate;
  /** With `kept`, a Build can opt out of the injection. With `removed`, sidecars are injected whatever it says, as in kpack. */
  readonly optOuts: 'kept' | 'removed';
  readonly waiterDelivery: WaiterDelivery;
}

/** How the first container waits for injected containers. */
export type Gate =
  | { readonly kind: 'open' }
  /**
   * It waits until the controller reports that they are ready. Without a controller, a timeout in seconds ends the wait: the
   * controller has deadlines of its own.
   */
  | { readonly kind: 'closed'; readonly timeoutSeconds?: number }
  | SelfDriving;

/** A `postStart` hook of prepare's container copies the waiter, or an init container with an image of its own does. */
export type WaiterDelivery = { readonly kind: 'hook' } | { readonly kind: 'init'; readonly image: string };

/** The init container that copies the waiter. */
export const COPY_CONTAINER = 'pre-start';

/** kpack's downward API volume. Its file has content as soon as the controller sets the ready annotation. */
const GATE = readOnlyMount('downward-api-dir', '/downward');
const GATE_FILE = 'sidecars-ready';

/** A Pod without a controller fails after this wait: the controller's START_DEADLINE and SIDECAR_READY_DEADLINE. */
export const GATE_TIMEOUT_SECONDS = 720;

/** Makes every phase a regular container that starts its command when its predecessor has written its mark. */
export function containersLayout(
  build: ResolvedBuild,
  list: PhaseList,
  options: { readonly layout: ContainersLayout; readonly programs: TaskpackPrograms },
): JsonObject {
  const { layout, programs } = options;
  const shares = shareResources(build.resources, list.phases.length);
  const containers = list.phases.map((phase, index) => {
    const resources = phase.name === list.principal ? shares.principal : shares.others;
    const container = phaseContainer(phase, resources, 'behind-waiter');
    const predecessor = list.phases[index - 1];
    const directory = orderDirectory(build, phase);
    const waiterMount = waiterMounts(list, index, layout).map((one) => below(directory, one));
    const volumeMounts = [...phase.mounts, ...waiterMount, ...markMounts(phase, predecessor, directory)];
    const mounted = { ...container, volumeMounts };
    const flags = [
      ...proofFlags(list, index, directory),
      ...(phase.hold ?? []),
      ...rootFlags(phase),
      ...proxyFlags(layout.gate, list, index, directory),
    ];
    if (predecessor !== undefined)
      return withWaiter(
        mounted,
        directory + WAITER_COPY,
        { kind: 'phase', phase: predecessor.name },
        { directory, flags },
      );
    const waiter = firstWaiter(layout.waiterDelivery, programs);
    const first = { ...mounted, volumeMounts: [...volumeMounts, ...tokenMounts(list)] };
    return {
      ...withWaiter(first, waiter, afterGate(layout), { directory, flags }),
      ...copyHook(layout.waiterDelivery, programs),
    };
  });
  return { ...copyContainer(layout.waiterDelivery, build.resources), containers };
}

/** Returns the volumes that only this layout needs. */
export function containersLayoutVolumes({ phases }: PhaseList, layout: ContainersLayout): readonly Volume[] {
  return [...waiterVolumes(phases), ...gateVolumes(layout.gate)];
}

function gateVolumes({ kind }: Gate): readonly Volume[] {
  switch (kind) {
    case 'open':
      return [];
    case 'closed':
      return [annotationVolume(GATE.name, [{ path: GATE_FILE, annotation: READY_ANNOTATION }])];
    case 'self-driving':
      return [injectedProxiesVolume()];
  }
}

function waiterMounts({ phases }: PhaseList, index: number, layout: ContainersLayout): readonly VolumeMount[] {
  const { gate, waiterDelivery } = layout;
  const { name, mountPath } = WAITER_DIRECTORY;
  const copies = index === 0 && waiterDelivery.kind === 'hook';
  const asks = gate.kind === 'self-driving' && (index === 0 || index === phases.length - 1);
  return [
    ...(gate.kind === 'closed' && index === 0 ? [GATE] : []),
    ...(asks ? [INJECTED_PROXIES] : []),
    copies ? mount(name, mountPath) : readOnlyMount(name, mountPath),
  ];
}

/** The first waiter waits for injected proxies, and the last one ends them. */
function proxyFlags(gate: Gate, { phases }: PhaseList, index: number, directory: string): readonly string[] {
  const isLast = index === phases.length - 1;
  return [
    ...(index === 0 ? gateFlags(gate, directory) : []),
    ...(isLast && gate.kind === 'self-driving' ? stopFlags(gate, directory) : []),
  ];
}

function gateFlags(gate: Gate, directory: string): readonly string[] {
  switch (gate.kind) {
    case 'open':
      return [];
    case 'closed':
      return gate.timeoutSeconds === undefined ? [] : [`--wait_timeout=${gate.timeoutSeconds}s`];
    case 'self-driving':
      return [`--wait_timeout=${GATE_TIMEOUT_SECONDS}s`, ...readyFlags(gate, directory)];
  }
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
      ...(gate.kind === 'closed' ? [`${GATE.mountPath}/${GATE_FILE}`] : []),
    ],
    content: gate.kind === 'closed',
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
