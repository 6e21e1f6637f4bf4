import type { ApiClient } from '../../../cluster/kubernetes/api-client.ts';
import { until } from '../../../cluster/processes/until.ts';

/** Returns the state of a container as the kubelet writes it. */
export type State =
  | { readonly running: { readonly startedAt: string }; readonly ready?: boolean }
  | { readonly waiting: { readonly reason: string; readonly message?: string } }
  | {
      readonly terminated: {
        readonly exitCode: number;
        readonly reason?: string;
        readonly message?: string;
        readonly startedAt?: string;
        readonly finishedAt?: string;
      };
    };

interface Container {
  readonly name: string;
  readonly restartPolicy?: string;
}

export interface TestPod {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec: {
    readonly nodeName?: string;
    readonly serviceAccountName?: string;
    readonly activeDeadlineSeconds?: number;
    readonly initContainers?: readonly Container[];
    readonly containers: readonly Container[];
    readonly volumes: readonly { readonly name: string }[];
  };
  readonly status: { readonly phase: string };
}

/** The fields of a Pod's status for the Pod as a whole. */
export interface PodEnd {
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly reason?: string;
  readonly message?: string;
  readonly conditions?: readonly object[];
}

/** Simulates the node of one Pod. */
export interface PodNode {
  readonly pod: () => Promise<TestPod>;
  /** The kubelet accepts the Pod; all containers wait. */
  readonly accept: () => Promise<void>;
  readonly set: (states: Readonly<Record<string, State>>, end?: PodEnd) => Promise<void>;
  /** All regular containers run and the init containers have terminated; the named containers are not ready. */
  readonly start: (notReady?: readonly string[]) => Promise<void>;
  /** Removes the terminating Pod, as the kubelet does once the containers have terminated. */
  readonly goAway: () => Promise<void>;
  /** Runs all phases, one after the other. */
  readonly runAll: (outcome: string) => Promise<void>;
  /** Starts the first phase, and then reports all phases as completed at once. */
  readonly finish: (outcome: string) => Promise<void>;
}

const ORDER = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'rebase', 'completion'];

export function now(milliseconds = Date.now()): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+/, '');
}

export const ended = (
  exitCode: number,
  fields: { reason?: string; message?: string; finishedAt?: string } = {},
): State => ({
  terminated: {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: now(),
    finishedAt: now(),
    ...fields,
  },
});

export const runs = (ready = true): State => ({ running: { startedAt: now() }, ready });

export const waits = (reason: string, message?: string): State => ({
  waiting: { reason, ...(message !== undefined && { message }) },
});

/** A watch whose server has been down is opened again after 30 s at the latest (BACKOFF of src/clients/kube/reflector). */
const POD_LIMIT_SECONDS = 90;

/** Waits for the Pod, and then simulates its node. */
export async function nodeOf(client: ApiClient, namespace: string, name: string): Promise<PodNode> {
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
  const pod = async (): Promise<TestPod> => (await client.send('GET', path)) as TestPod;
  await until(`Pod ${name}`, pod, { seconds: POD_LIMIT_SECONDS });
  let states: Readonly<Record<string, State>> = {};
  const set: PodNode['set'] = async (changes, end) => {
    states = { ...states, ...changes };
    const { spec } = await pod();
    const statuses = (containers: readonly Container[] = []) =>
      containers.map((container) => containerStatus(container.name, states[container.name]));
    const status = {
      ...(end ?? phaseOf(spec.containers, states)),
      startTime: now(startedAt),
      initContainerStatuses: statuses(spec.initContainers),
      containerStatuses: statuses(spec.containers),
    };
    await client.send('PATCH', `${path}/status`, { status }, 'application/merge-patch+json');
  };
  const startedAt = Date.now();
  const accept = async (): Promise<void> => {
    await client.send('POST', `${path}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace },
      target: { apiVersion: 'v1', kind: 'Node', name: 'nowhere' },
    });
    await set({});
  };
  /** Returns the names of the phases' containers, in the order in which they run. */
  const phases = async (): Promise<readonly string[]> => {
    const { spec } = await pod();
    const names = [...(spec.initContainers ?? []), ...spec.containers].map((container) => container.name);
    const prefix = names.includes('step-prepare') ? 'step-' : '';
    return ORDER.map((one) => `${prefix}${one}`).filter((one) => names.includes(one));
  };
  return {
    pod,
    accept,
    set,
    start: async (notReady = []) => {
      const { spec } = await pod();
      const helpers = (spec.initContainers ?? []).map(({ name: helper, restartPolicy }) => [
        helper,
        restartPolicy === 'Always' ? runs() : ended(0),
      ]);
      const regular = spec.containers.map((container) => [container.name, runs(!notReady.includes(container.name))]);
      await set(Object.fromEntries([...helpers, ...regular]) as Readonly<Record<string, State>>);
    },
    goAway: async () => {
      await until(`Pod ${name} is to be deleted`, async () => (await pod()).metadata.deletionTimestamp);
      await client.send('DELETE', `${path}?gracePeriodSeconds=0`);
    },
    runAll: async (outcome) => {
      for (const phase of await phases()) {
        await set({ [phase]: runs() });
        await set({ [phase]: succeeds(phase, outcome) });
      }
    },
    finish: async (outcome) => {
      const [first = '', ...others] = await phases();
      await set({ [first]: runs() });
      await set(Object.fromEntries([first, ...others].map((phase) => [phase, succeeds(phase, outcome)])));
    },
  };
}

function succeeds(phase: string, outcome: string): State {
  return ended(0, phase.endsWith('completion') ? { message: outcome } : {});
}

function phaseOf(containers: readonly Container[], states: Readonly<Record<string, State>>): PodEnd {
  const regular = containers.map(({ name }) => states[name]);
  const codes = regular.map((state) =>
    state !== undefined && 'terminated' in state ? state.terminated.exitCode : undefined,
  );
  if (codes.every((code) => code !== undefined))
    return { phase: codes.every((code) => code === 0) ? 'Succeeded' : 'Failed' };
  return { phase: regular.every((state) => state === undefined || 'waiting' in state) ? 'Pending' : 'Running' };
}

function containerStatus(name: string, state: State = waits('PodInitializing')): unknown {
  const { ready, ...is } = { ready: false, ...state };
  return {
    name,
    image: 'registry.example.com/image',
    imageID: 'waiting' in is ? '' : `registry.example.com/image@sha256:${'0'.repeat(64)}`,
    restartCount: 0,
    ready: 'running' in is && ready,
    started: 'running' in is,
    state: is,
  };
}
