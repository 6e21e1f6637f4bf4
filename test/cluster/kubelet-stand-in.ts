import type { ApiClient } from './kubernetes/api-client.ts';
import type { KubernetesObject } from './kubernetes/object.ts';

/** Plays the kubelet for one Pod: the test decides when to write which container status. */
export interface KubeletStandIn {
  /** Init containers succeed, native sidecars run, and regular containers run but are not ready. */
  start(notReady?: readonly string[]): Promise<void>;
  becomeReady(container: string): Promise<void>;
  terminate(container: string, exitCode?: number): Promise<void>;
  /** Ends the containers whose image was replaced, as if the new image exited at once. Returns their names. */
  exchangeImages(): Promise<readonly string[]>;
  /** Returns the current Pod. */
  pod(): Promise<KubernetesObject>;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly restartPolicy?: string;
}

interface Spec {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
}

interface Observed {
  readonly image: string;
  readonly ready: boolean;
  /** Absent while the container runs. */
  readonly exitCode?: number;
}

type Statuses = ReadonlyMap<string, Observed>;

const NOW = new Date().toISOString().replace(/\.\d+/, '');

export function kubeletStandIn(client: ApiClient, { metadata }: KubernetesObject): KubeletStandIn {
  const { name, namespace = 'default' } = metadata;
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
  let statuses: Statuses = new Map();
  const pod = (): Promise<KubernetesObject> => client.send('GET', path) as Promise<KubernetesObject>;
  const specOf = async (): Promise<Spec> => (await pod())['spec'] as Spec;
  const write = async (spec: Spec, next: Statuses): Promise<void> => {
    statuses = next;
    await client.send('PATCH', `${path}/status`, { status: podStatus(spec, next) }, 'application/merge-patch+json');
  };
  const change = async (container: string, to: Partial<Observed>): Promise<void> => {
    const before = statuses.get(container);
    if (before === undefined) throw new Error(`${name} has no container ${container} that was started`);
    await write(await specOf(), new Map(statuses).set(container, { ...before, ...to }));
  };
  return {
    pod,
    start: async (notReady = []) => {
      const spec = await specOf();
      await write(spec, started(spec, notReady));
    },
    becomeReady: (container) => change(container, { ready: true }),
    terminate: (container, exitCode = 0) => change(container, { ready: false, exitCode }),
    exchangeImages: async () => {
      const exchanged = (await specOf()).containers.filter((container) => {
        const observed = statuses.get(container.name);
        return observed?.exitCode === undefined && observed?.image !== container.image;
      });
      for (const { name: container, image } of exchanged) await change(container, { image, ready: false, exitCode: 0 });
      return exchanged.map((container) => container.name);
    },
  };
}

function started({ initContainers = [], containers }: Spec, notReady: readonly string[]): Statuses {
  const running = ({ name, image }: Container): [string, Observed] => [
    name,
    { image, ready: !notReady.includes(name) },
  ];
  const initial = initContainers.map((container): [string, Observed] => {
    const [name, observed] = running(container);
    return isNative(container) ? [name, observed] : [name, { ...observed, exitCode: 0 }];
  });
  return new Map([...initial, ...containers.map(running)]);
}

function isNative({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

/** When all regular containers have ended, the kubelet ends the native sidecars and ignores their exit codes. */
function podStatus({ initContainers = [], containers }: Spec, statuses: Statuses): Readonly<Record<string, unknown>> {
  const codes = containers.map(({ name }) => statuses.get(name)?.exitCode);
  const isOver = codes.every((code) => code !== undefined);
  const over = codes.every((code) => code === 0) ? 'Succeeded' : 'Failed';
  const status = (container: Container): unknown => {
    const observed = statuses.get(container.name) ?? { image: container.image, ready: false };
    return containerStatus(container.name, isOver ? { exitCode: 0, ...observed } : observed);
  };
  return {
    phase: isOver ? over : 'Running',
    startTime: NOW,
    initContainerStatuses: initContainers.map(status),
    containerStatuses: containers.map(status),
  };
}

function containerStatus(name: string, { image, ready, exitCode }: Observed): Readonly<Record<string, unknown>> {
  const isRunning = exitCode === undefined;
  const terminated = { exitCode, startedAt: NOW, finishedAt: NOW, reason: exitCode === 0 ? 'Completed' : 'Error' };
  return {
    name,
    image,
    imageID: `${image}@sha256:${'0'.repeat(64)}`,
    restartCount: 0,
    ready: ready && isRunning,
    started: isRunning,
    state: isRunning ? { running: { startedAt: NOW } } : { terminated },
  };
}
