import type { Cluster } from '../../cluster/cluster.ts';
import { kubeletStandIn } from '../../cluster/kubelet-stand-in.ts';
import { until } from '../../cluster/processes/until.ts';
import { asPod } from './pod-outline.ts';
import { createTaskRun, outcomeOf, podOf } from './task-run-pod.ts';

/** A TaskRun for which the test simulates the node. */
export interface TektonRun {
  /** Starts the Pod's containers. All are ready except the named containers. */
  start(notReady?: readonly string[]): Promise<void>;
  becomeReady(container: string): Promise<void>;
  /** Terminates the steps, one after the other. */
  endSteps(): Promise<void>;
  /** `True`, `False`, or `Unknown` while the TaskRun runs. */
  outcome(): Promise<string>;
  /** True if Tekton has let the first step begin. */
  isLetGo(): Promise<boolean>;
  /** Terminates the containers whose image Tekton has replaced with nop, and returns their names. */
  stopExchanged(): Promise<readonly string[]>;
  phase(): Promise<string>;
  initContainers(): Promise<readonly string[]>;
}

export async function tektonRun(cluster: Cluster, golden: string, namespace: string): Promise<TektonRun> {
  const taskRun = await createTaskRun(cluster, golden, namespace);
  const node = kubeletStandIn(cluster.client, await podOf(cluster, taskRun));
  const isLetGo = async (): Promise<boolean> =>
    (await node.pod()).metadata.annotations?.['tekton.dev/ready'] === 'READY';
  return {
    start: (notReady) => node.start(notReady),
    becomeReady: (container) => node.becomeReady(container),
    outcome: () => outcomeOf(cluster, taskRun),
    isLetGo,
    stopExchanged: () => node.exchangeImages(),
    phase: async () => ((await node.pod())['status'] as { readonly phase: string }).phase,
    initContainers: async () => (asPod(await node.pod()).spec.initContainers ?? []).map(({ name }) => name),
    endSteps: async () => {
      await until('leave for the first step', async () => (await isLetGo()) || undefined);
      const { containers } = asPod(await node.pod()).spec;
      for (const { name } of containers) if (name.startsWith('step-')) await node.terminate(name);
    },
  };
}
