import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { watchPrograms, type ProgramTime } from './program-watch.ts';
import { whenSucceeded } from './success.ts';

/** One run of one variant. Times are in milliseconds. */
export interface Sample {
  /** From the object's creation to its success. */
  readonly whole: number;
  /** From the creation to the first program's start. */
  readonly before: number;
  readonly phases: readonly { readonly name: string; readonly duration: number }[];
  /** From each program's end to the next one's start. */
  readonly gaps: readonly number[];
  /** From the last program's end to the success. */
  readonly after: number;
}

/** Milliseconds to wait after an object's end for work that follows it. */
const REST = 500;

/** Creates an object, waits until it has succeeded, calls `keep`, and deletes the object and its dependents. */
export async function takeSample(
  cluster: NodeCluster,
  object: KubernetesObject,
  keep: (succeeded: KubernetesObject) => void = () => undefined,
): Promise<Sample> {
  const { client } = cluster;
  const programs = watchPrograms();
  try {
    const success = whenSucceeded(client, object);
    const created = performance.now();
    await client.create(object);
    const { at, seen } = await success;
    keep(seen);
    return sampleOf(created, at, await programsOf(cluster, object, programs.times));
  } finally {
    programs.stop();
    await client.delete(object);
    await podsGone(cluster, object);
    await new Promise((resolve) => setTimeout(resolve, REST));
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

function sampleOf(created: number, succeeded: number, programs: readonly NamedTime[]): Sample {
  return {
    whole: succeeded - created,
    before: (programs[0]?.start ?? Number.NaN) - created,
    phases: programs.map(({ name, start, end }) => ({ name, duration: end - start })),
    gaps: programs.slice(1).map(({ start }, index) => Math.max(0, start - (programs[index]?.end ?? Number.NaN))),
    after: succeeded - (programs.at(-1)?.end ?? Number.NaN),
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
