import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';

/** The states of a Pod that the API server shows, in their usual order. */
export const POD_STATES = ['created', 'scheduled', 'initialized', 'released', 'containers ended', 'ended'] as const;

export type PodState = (typeof POD_STATES)[number];

/** When the API server first showed a state, in milliseconds of `performance.now()`. */
export type PodTimes = ReadonlyMap<PodState, number>;

interface ContainerStatus {
  readonly name: string;
  readonly state?: { readonly terminated?: object };
}

interface Pod extends KubernetesObject {
  readonly spec: { readonly nodeName?: string };
  readonly status: {
    readonly phase: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
    readonly containerStatuses?: readonly ContainerStatus[];
  };
}

/** The annotations that let the first container of a Pod begin: Tekton's, kpack's and taskpack's. */
const RELEASES: readonly string[] = ['tekton.dev/ready', 'build.kpack.io/ready'];

const HAS_REACHED: Readonly<Record<PodState, (pod: Pod) => boolean>> = {
  created: () => true,
  scheduled: ({ spec }) => spec.nodeName !== undefined,
  initialized: ({ status }) =>
    status.conditions?.some(({ type, status: is }) => type === 'Initialized' && is === 'True') ?? false,
  released: ({ metadata }) => RELEASES.some((name) => (metadata.annotations?.[name] ?? '') !== ''),
  'containers ended': haveContainersEnded,
  ended: ({ status }) => status.phase === 'Succeeded' || status.phase === 'Failed',
};

/** Observes the only Pod of a namespace. */
export interface PodWatch {
  readonly times: PodTimes;
  readonly stop: () => void;
}

/** Watches the Pod that appears in a namespace. */
export function watchPod({ client }: NodeCluster, namespace: string): PodWatch {
  const times = new Map<PodState, number>();
  const stop = watchPath<Pod>(client.address, `/api/v1/namespaces/${namespace}/pods?watch=true`, ({ object }) => {
    const now = performance.now();
    for (const state of POD_STATES) if (!times.has(state) && HAS_REACHED[state](object)) times.set(state, now);
  });
  return { times, stop };
}

/** True if the steps of a TaskRun's Pod have ended, or the containers of any other Pod. */
function haveContainersEnded({ status }: Pod): boolean {
  const { initContainerStatuses = [], containerStatuses = [] } = status;
  const steps = containerStatuses.filter(({ name }) => name.startsWith('step-'));
  const phases = steps.length > 0 ? steps : [...initContainerStatuses, ...containerStatuses];
  return containerStatuses.length > 0 && phases.every(({ state }) => state?.terminated !== undefined);
}
