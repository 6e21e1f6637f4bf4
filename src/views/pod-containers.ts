import { objectAt, objectsAt, textAt, textsAt } from '../model/json-field.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
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

/** Times are in RFC 3339. */
type ContainerState =
  | { readonly kind: 'waiting'; readonly reason?: string; readonly message?: string }
  | { readonly kind: 'running'; readonly startedAt?: string }
  | { readonly kind: 'ended'; readonly exitCode: number; readonly startedAt?: string; readonly finishedAt?: string };

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
      state: stateOf(objectAt(own, 'state')),
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

function stateOf({ waiting, running, terminated }: JsonObject): ContainerState {
  if (isJsonObject(terminated)) {
    const { exitCode } = terminated;
    return {
      kind: 'ended',
      // The API requires an exit code. A state without one does not prove success.
      exitCode: typeof exitCode === 'number' ? exitCode : 1,
      ...textsAt(terminated, 'startedAt', 'finishedAt'),
    };
  }
  if (isJsonObject(running)) return { kind: 'running', ...textsAt(running, 'startedAt') };
  return { kind: 'waiting', ...(isJsonObject(waiting) && textsAt(waiting, 'reason', 'message')) };
}
