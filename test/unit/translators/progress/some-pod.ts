import type { JsonObject } from '../../../../src/core/model/json.ts';

export const FULL_BUILD = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'] as const;

/** The parts of a Pod on the API server that its progress depends on. */
export interface SomePod {
  readonly layout?: 'init' | 'containers';
  readonly phases?: readonly string[];
  /** Injected containers, after those of taskpack. */
  readonly sidecars?: readonly string[];
  /** Injected init containers, before those of taskpack. */
  readonly initContainers?: readonly Named[];
  /** ContainerStates by the container's name; one that is not named has no status. */
  readonly states?: Readonly<Record<string, JsonObject>>;
  readonly ready?: readonly string[];
  /** Beside the statuses of containers. */
  readonly status?: JsonObject;
}

interface Named extends JsonObject {
  readonly name: string;
}

export function somePod(some: SomePod): JsonObject {
  const { layout = 'init', phases = FULL_BUILD, sidecars = [], initContainers = [], states = {}, ready = [] } = some;
  const ownInit = layout === 'init' ? phases.slice(0, -1) : [];
  const own = layout === 'init' ? phases.slice(-1) : phases;
  const init: readonly Named[] = [...initContainers, ...ownInit.map((name) => ({ name }))];
  const containers: readonly Named[] = [...own, ...sidecars].map((name) => ({ name }));
  const statusOf = ({ name }: Named): readonly JsonObject[] => {
    const state = states[name];
    return state === undefined ? [] : [{ name, state, ready: ready.includes(name) }];
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'some-build-pod', namespace: 'apps' },
    spec: { initContainers: init, containers },
    status: {
      phase: 'Pending',
      ...some.status,
      initContainerStatuses: init.flatMap(statusOf),
      // The kubelet lists them by name.
      containerStatuses: containers.toSorted((a, b) => a.name.localeCompare(b.name)).flatMap(statusOf),
    },
  };
}

/** The state of a container that has ended. */
export function ended(exitCode: number, more: JsonObject = {}): JsonObject {
  return { terminated: { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', ...more } };
}

/** The same state for each of some containers. */
export function all(containers: readonly string[], state: JsonObject): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(containers.map((name) => [name, state]));
}

export const RUNNING: JsonObject = { running: { startedAt: '2026-01-02T03:04:05Z' } };

export const INITIALIZING: JsonObject = { waiting: { reason: 'PodInitializing' } };

/** How a waiter ends whose predecessor has left the mark of a failure. */
export const SKIPPED = ended(121, {
  message: 'skipped: what it waited for has failed (/buildWait/build/done.err)',
});

/** The state of a waiter that a signal ended while it waited. */
export const ENDED_WAITING = ended(143, { message: 'ended by signal 15 while it waited' });
