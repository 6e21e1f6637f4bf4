import { isJsonObject, type JsonObject } from '../model/json.ts';
import { objectAt, objectsAt, textAt } from '../model/json-field.ts';

/** A container of a pod, and how far it is (core/v1 ContainerState). */
export type PodContainer = { readonly name: string } & ContainerState;

type ContainerState =
  { readonly kind: 'waiting' } | { readonly kind: 'running' } | { readonly kind: 'ended'; readonly exitCode: number };

/** All containers of a pod in the order in which the kubelet starts them; init containers are containers. */
export function podContainers(pod: JsonObject): readonly PodContainer[] {
  const [spec, status] = [objectAt(pod, 'spec'), objectAt(pod, 'status')];
  const states = new Map(
    [...objectsAt(status, 'initContainerStatuses'), ...objectsAt(status, 'containerStatuses')].map(
      (container) => [textAt(container, 'name'), containerState(objectAt(container, 'state'))] as const,
    ),
  );
  return [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')].flatMap((container) => {
    const name = textAt(container, 'name');
    return name === undefined ? [] : [{ name, ...(states.get(name) ?? WAITING) }];
  });
}

/** Whether no container of the pod will start any more. */
export function isPodOver(pod: JsonObject): boolean {
  const phase = textAt(objectAt(pod, 'status'), 'phase');
  return phase === 'Succeeded' || phase === 'Failed';
}

const WAITING: ContainerState = { kind: 'waiting' };

/** Required by the API; a status that lacks it tells of no success. */
function exitCodeOf({ exitCode }: JsonObject): number {
  return typeof exitCode === 'number' ? exitCode : 1;
}

function containerState({ running, terminated }: JsonObject): ContainerState {
  if (isJsonObject(terminated)) return { kind: 'ended', exitCode: exitCodeOf(terminated) };
  return isJsonObject(running) ? { kind: 'running' } : WAITING;
}
