import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { kubectl } from '../integration/crds/kubectl.ts';
import { ended } from './running-pod.ts';

/** The results of a run, by name. */
export type RunResults = Readonly<Record<string, string>>;

interface RunStatus {
  readonly conditions?: readonly { readonly status: string; readonly message: string }[];
  readonly results?: readonly { readonly name: string; readonly value: string }[];
}

/** Creates a TaskRun or PipelineRun, waits until it ends and returns its results. */
export async function performRun(cluster: NodeCluster, run: KubernetesObject): Promise<RunResults> {
  await cluster.client.create(run);
  return finishedRun(cluster, run);
}

/** Waits until a TaskRun or PipelineRun ends and returns its results. Throws if the run fails. */
export async function finishedRun(cluster: NodeCluster, run: KubernetesObject): Promise<RunResults> {
  const isOver = ({ conditions = [] }: RunStatus): boolean => /^(?:True|False)$/.test(conditions[0]?.status ?? '');
  const { conditions = [], results = [] } = await ended<RunStatus>(cluster.client, run, isOver, { seconds: 240 });
  const [{ status, message } = { status: '', message: '' }] = conditions;
  if (status !== 'True') throw new Error(`${run.metadata.name}: ${message}\n${await lastWords(cluster, run)}`);
  return Object.fromEntries(results.map(({ name, value }) => [name, value]));
}

/** Returns the last log lines of a failed run's Pods. */
async function lastWords(cluster: NodeCluster, { kind, metadata }: KubernetesObject): Promise<string> {
  const { namespace = '', name } = metadata;
  const label = kind === 'PipelineRun' ? 'pipelineRun' : 'taskRun';
  const what = `--namespace ${namespace} --selector tekton.dev/${label}=${name}`;
  const how = '--all-containers --prefix --tail=20 --max-log-requests=50';
  const { stdout } = await kubectl(cluster, `logs ${what} ${how}`.split(' '));
  return stdout;
}
