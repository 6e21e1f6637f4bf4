import { isJsonList, isJsonObject, type Json, type JsonObject } from '../model/json.ts';

/** A container of a pod, and how far it is (core/v1 ContainerState). */
export type PodContainer = { readonly name: string } & ContainerState;

type ContainerState =
  | { readonly kind: 'waiting'; readonly reason?: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'ended'; readonly exitCode: number; readonly reason?: string };

/** All containers of a pod in the order in which the kubelet starts them; init containers are containers. */
export function podContainers({ spec, status }: JsonObject): readonly PodContainer[] {
  const states = new Map(
    [...objectsIn(status, 'initContainerStatuses'), ...objectsIn(status, 'containerStatuses')].map((container) => [
      container['name'],
      containerState(container['state']),
    ]),
  );
  return [...objectsIn(spec, 'initContainers'), ...objectsIn(spec, 'containers')].flatMap(({ name }) =>
    typeof name === 'string' ? [{ name, ...(states.get(name) ?? WAITING) }] : [],
  );
}

/** Whether no container of the pod will start any more. */
export function isPodOver({ status }: JsonObject): boolean {
  const phase = isJsonObject(status) ? status['phase'] : undefined;
  return phase === 'Succeeded' || phase === 'Failed';
}

const WAITING: ContainerState = { kind: 'waiting' };

function containerState(state: Json | undefined): ContainerState {
  const { running, terminated, waiting } = isJsonObject(state) ? state : {};
  if (isJsonObject(terminated)) {
    return { kind: 'ended', exitCode: Number(terminated['exitCode'] ?? 0), ...reasonOf(terminated) };
  }
  return isJsonObject(running) ? { kind: 'running' } : { kind: 'waiting', ...reasonOf(waiting) };
}

function reasonOf(state: Json | undefined): { readonly reason?: string } {
  const reason = isJsonObject(state) ? state['reason'] : undefined;
  return typeof reason === 'string' ? { reason } : {};
}

function objectsIn(parent: Json | undefined, field: string): readonly JsonObject[] {
  const list = isJsonObject(parent) ? parent[field] : undefined;
  return list !== undefined && isJsonList(list) ? list.filter(isJsonObject) : [];
}
