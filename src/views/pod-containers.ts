import { containerState, type ContainerState } from '../model/container-state.ts';
import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
import { isPhaseName } from '../model/phase-name.ts';

/** A container of a Pod with its state (core/v1 ContainerState). */
export interface ContainerView {
  readonly name: string;
  readonly image: string;
  /** `sidecar`: a container that runs beside the phases and is neither a phase nor a container of taskpack or Tekton. */
  readonly role: 'phase' | 'init' | 'sidecar' | 'helper';
  readonly isInit: boolean;
  readonly isReady: boolean;
  readonly state: ContainerState;
}

/** A container that runs a phase. */
export type PhaseContainerView = ContainerView & { readonly phase: string };

/** Tekton's prefixes for the containers of steps and of the sidecars that a Task declares. */
const STEP = 'step-';
const DECLARED_SIDECAR = 'sidecar-';

/** Returns the containers of a Pod in the order in which the kubelet starts them. */
export function podContainers(pod: JsonObject): readonly ContainerView[] {
  const [spec, status] = [objectAt(pod, 'spec'), objectAt(pod, 'status')];
  const init = objectsAt(spec, 'initContainers');
  const main = objectsAt(spec, 'containers');
  const isTekton = main.some((container) => (textAt(container, 'name') ?? '').startsWith(STEP));
  const statuses = new Map(
    [...objectsAt(status, 'initContainerStatuses'), ...objectsAt(status, 'containerStatuses')].map(
      (each) => [textAt(each, 'name'), each] as const,
    ),
  );
  return [...init, ...main].map((container, index) => {
    const name = textAt(container, 'name') ?? '';
    const own = statuses.get(name) ?? {};
    const isInit = index < init.length;
    return {
      name,
      image: textAt(container, 'image') ?? '',
      role: roleOf(container, isInit, isTekton),
      isInit,
      // The kubelet starts a container after a native sidecar as soon as that has started.
      isReady: isInit ? own['started'] === true : own['ready'] === true,
      state: containerState(objectAt(own, 'state')),
    };
  });
}

/** Returns the containers that run phases, in order. */
export function podPhases(pod: JsonObject): readonly PhaseContainerView[] {
  return podContainers(pod).flatMap((container) =>
    container.role === 'phase' ? [{ ...container, phase: container.name.replace(STEP, '') }] : [],
  );
}

/** Tekton has an init container `prepare`, which is not the phase. */
function roleOf(container: JsonObject, isInit: boolean, isTekton: boolean): ContainerView['role'] {
  const name = textAt(container, 'name') ?? '';
  if (isTekton && name.startsWith(STEP)) return 'phase';
  if (!isTekton && isPhaseName(name)) return 'phase';
  if (isInit) return textAt(container, 'restartPolicy') === 'Always' ? 'sidecar' : 'init';
  return isTekton && name.startsWith(DECLARED_SIDECAR) ? 'helper' : 'sidecar';
}
