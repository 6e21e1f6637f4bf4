import { randomUUID } from 'node:crypto';
import type { Cluster } from '../../cluster/cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { asPod } from './pod-outline.ts';
import { podOf } from './task-run-pod.ts';

/** Switches native sidecars in Tekton on or off, and waits until new TaskRuns show the change. */
export async function setNativeSidecars(cluster: Cluster, isOn: boolean): Promise<void> {
  await cluster.tekton.setFeatureFlags({ 'enable-kubernetes-sidecar': `${isOn}` });
  await until('the feature flag', async () => ((await areNative(cluster)) === isOn ? true : undefined));
}

async function areNative(cluster: Cluster): Promise<boolean> {
  const probe = await cluster.client.create({
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name: `probe-${randomUUID()}`, namespace: 'default' },
    spec: {
      taskSpec: {
        steps: [{ name: 'step', image: 'step', command: ['step'] }],
        sidecars: [{ name: 'sidecar', image: 'sidecar' }],
      },
    },
  });
  const { initContainers = [] } = asPod(await podOf(cluster, probe)).spec;
  await cluster.client.delete(probe);
  return initContainers.some(({ name }) => name === 'sidecar-sidecar');
}
