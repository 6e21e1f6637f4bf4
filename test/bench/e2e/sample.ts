import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { watchPod, type PodState, type PodTimes } from './pod-times.ts';
import { watchPrograms, type ProgramTime } from './program-watch.ts';
import { whenSucceeded } from './success.ts';

/** One run of one variant. Times are in milliseconds. */
export interface Sample {
  /**
   * From the object's creation until the API server shows the end of the last phase's container. All variants have this finishing
   * line, but only some have an object beside the Pod.
   */
  readonly whole: number;
  /** From the creation until the object has succeeded. */
  readonly success: number;
  /** From the creation until the Pod has its final phase. */
  readonly pod: number;
  /** The states of the Pod before the first program, in milliseconds since the creation. */
  readonly states: ReadonlyMap<PodState, number>;
  /** From the creation to the first program's start. */
  readonly before: number;
  readonly phases: readonly { readonly name: string; readonly duration: number }[];
  /** From each program's end to the next one's start. */
  readonly gaps: readonly number[];
  /** From the last program's end to the end of `whole`. */
  readonly after: number;
}

/** Milliseconds to wait after an object's end for work that follows it. */
const REST_MS = 500;

/** The longest time from the success of an object to the final phase of its Pod. */
const POD_END = { seconds: 60 };

/** Creates an object, waits until it has succeeded, calls `keep`, and deletes the object and its dependents. */
export async function takeSample(
  cluster: NodeCluster,
  object: KubernetesObject,
  keep: (succeeded: KubernetesObject) => void = () => undefined,
): Promise<Sample> {
  const { client } = cluster;
  const programs = watchPrograms();
  const pod = watchPod(cluster, object.metadata.namespace ?? 'default');
  try {
    const success = whenSucceeded(client, object);
    const created = performance.now();
    await client.create(object);
    const { at, seen } = await success;
    keep(seen);
    await until(
      `the end of the Pod of ${object.metadata.name}`,
      async () => pod.times.has('ended') || undefined,
      POD_END,
    );
    return sampleOf(created, at, pod.times, await programsOf(cluster, object, programs.times));
  } finally {
    pod.stop();
    programs.stop();
    await client.delete(object);
    await podsGone(cluster, object);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

interface NamedTime extends ProgramTime {
  readonly name: string;
}

interface ContainerStatus {
  readonly name: string;
  readonly containerID?: string;
}

/** The programs of the object's Pod in the order of their runs. For Tekton's Pods, the steps. */
async function programsOf(
  { client }: NodeCluster,
  { kind, metadata }: KubernetesObject,
  times: ReadonlyMap<string, ProgramTime>,
): Promise<readonly NamedTime[]> {
  const pods = await client.list('v1', 'Pod', metadata.namespace ?? 'default');
  const statuses = pods.flatMap(({ status }) => {
    const { initContainerStatuses = [], containerStatuses = [] } = status as {
      readonly initContainerStatuses?: readonly ContainerStatus[];
      readonly containerStatuses?: readonly ContainerStatus[];
    };
    return [...initContainerStatuses, ...containerStatuses];
  });
  const isTekton = kind === 'TaskRun' || statuses.some(({ name }) => name.startsWith('step-'));
  return statuses
    .filter(({ name }) => !isTekton || name.startsWith('step-'))
    .flatMap(({ name, containerID = '' }) => {
      const time = times.get(containerID.replace(/^.*\/\//, ''));
      return time === undefined ? [] : [{ name: name.replace(/^step-/, ''), ...time }];
    })
    .toSorted((one, other) => one.start - other.start);
}

function sampleOf(created: number, succeeded: number, pod: PodTimes, programs: readonly NamedTime[]): Sample {
  const ended = pod.get('containers ended') ?? Number.NaN;
  const first = programs[0]?.start ?? Number.NaN;
  return {
    whole: ended - created,
    success: succeeded - created,
    pod: (pod.get('ended') ?? Number.NaN) - created,
    states: new Map([...pod].filter(([, at]) => at < first).map(([state, at]) => [state, at - created])),
    before: first - created,
    phases: programs.map(({ name, start, end }) => ({ name, duration: end - start })),
    gaps: programs.slice(1).map(({ start }, index) => Math.max(0, start - (programs[index]?.end ?? Number.NaN))),
    after: ended - (programs.at(-1)?.end ?? Number.NaN),
  };
}

async function podsGone(
  { client }: NodeCluster,
  { metadata: { namespace = 'default' } }: KubernetesObject,
): Promise<void> {
  await until(
    `the pods of ${namespace} to be gone`,
    async () => ((await client.list('v1', 'Pod', namespace)).length === 0 ? true : undefined),
    { seconds: 60 },
  );
}
