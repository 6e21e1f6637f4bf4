import type { JsonObject } from '../../src/model/json.ts';
import type { ResolvedBuild, ResourceRequirements } from '../../src/model/resolved-build.ts';
import type { OwnPrograms } from '../phases/own-programs.ts';
import type { Phase, PhaseList } from '../phases/phase.ts';
import { resourcesField, shareResources } from '../phases/resource-shares.ts';
import { READ_ONLY_SECURITY_CONTEXT } from '../phases/security-context.ts';
import { annotationVolume, mount, readOnlyMount, type Volume, type VolumeMount } from '../phases/volume.ts';
import { READY_ANNOTATION } from '../phases/workload-metadata.ts';
import { phaseContainer } from './container.ts';
import type { NativeLayout, WaiterDelivery } from './options.ts';
import { markOf, runMounts, waiting, WAITER_COPY, WAITER_TARGET, waiterVolumes, type WaitFor } from './waiter.ts';

type ContainersLayout = NativeLayout & { readonly kind: 'containers' };

/** The init container that copies the waiter, where no hook does. */
export const COPY_CONTAINER = 'pre-start';

/** kpack's volume by which the controller says that injected containers are ready. */
const GATE = readOnlyMount('downward-api-dir', '/downward');
const GATE_FILE = 'sidecars-ready';

/** Every phase as a regular container that starts its command once its predecessor has left its mark. */
export function containersLayout(
  build: ResolvedBuild,
  list: PhaseList,
  options: { readonly layout: ContainersLayout; readonly programs: OwnPrograms },
): JsonObject {
  const { layout, programs } = options;
  const shares = shareResources(build.resources, list.phases.length);
  const containers = list.phases.map((phase, index) => {
    const container = phaseContainer(phase, phase.name === list.principal ? shares.principal : shares.others);
    const predecessor = list.phases[index - 1];
    const mounts = [...phase.mounts, ...waiterMounts(predecessor, layout), ...runMounts(phase, predecessor)];
    if (predecessor !== undefined)
      return waiting({ ...container, volumeMounts: mounts }, WAITER_COPY, afterMark(predecessor));
    return {
      ...waiting(
        { ...container, volumeMounts: mounts },
        firstWaiter(layout.waiterDelivery, programs),
        afterGate(layout),
      ),
      ...copyHook(layout.waiterDelivery, programs),
    };
  });
  return { ...copyContainer(layout.waiterDelivery, build.resources), containers };
}

/** Volumes that only this layout has. */
export function containersLayoutVolumes({ phases }: PhaseList, layout: ContainersLayout): readonly Volume[] {
  const gate = annotationVolume(GATE.name, [{ path: GATE_FILE, annotation: READY_ANNOTATION }]);
  return [...waiterVolumes(phases), ...(layout.gate === 'closed' ? [gate] : [])];
}

function waiterMounts(predecessor: Phase | undefined, layout: ContainersLayout): readonly VolumeMount[] {
  const copies = predecessor === undefined && layout.waiterDelivery.kind === 'hook';
  const { name, mountPath } = WAITER_TARGET;
  const gate = predecessor === undefined && layout.gate === 'closed' ? [GATE] : [];
  return [...gate, copies ? mount(name, mountPath) : readOnlyMount(name, mountPath)];
}

/** With a hook the first container starts before there is a copy, from the image that holds the original. */
function firstWaiter(delivery: WaiterDelivery, programs: OwnPrograms): string {
  return delivery.kind === 'hook' ? programs.entrypoint : WAITER_COPY;
}

/** The kubelet starts the next container once the hook has returned; the first must not run ahead of a failed hook. */
function afterGate({ gate, waiterDelivery }: ContainersLayout): WaitFor {
  return {
    files: [
      ...(waiterDelivery.kind === 'hook' ? [WAITER_COPY] : []),
      ...(gate === 'closed' ? [`${GATE.mountPath}/${GATE_FILE}`] : []),
    ],
    content: gate === 'closed',
  };
}

function afterMark(predecessor: Phase): WaitFor {
  return { files: [markOf(predecessor.name)], content: false };
}

function copyHook(delivery: WaiterDelivery, programs: OwnPrograms): JsonObject {
  if (delivery.kind !== 'hook') return {};
  return { lifecycle: { postStart: { exec: { command: [programs.entrypoint, 'init', WAITER_TARGET.mountPath] } } } };
}

/** It runs before all others, so that one phase's resources add nothing; a ResourceQuota wants some of every container. */
function copyContainer(delivery: WaiterDelivery, resources: ResourceRequirements): JsonObject {
  if (delivery.kind !== 'init') return {};
  const container = {
    name: COPY_CONTAINER,
    image: delivery.image,
    imagePullPolicy: 'IfNotPresent',
    args: ['init', WAITER_TARGET.mountPath],
    ...resourcesField('resources', resources),
    volumeMounts: [WAITER_TARGET],
    securityContext: READ_ONLY_SECURITY_CONTEXT,
  };
  return { initContainers: [container] };
}
