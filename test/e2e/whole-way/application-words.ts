import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { createPod, ended, podEnded, type PodStatus } from '../running-pod.ts';
import { PULL_SECRET } from './account.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** Runs an application until it ends and returns its output. */
export async function wordsOf({ cluster, namespace }: WholeWayBed, name: string, image: string): Promise<unknown> {
  const pod: KubernetesObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `says-${name}`, namespace },
    spec: {
      restartPolicy: 'Never',
      imagePullSecrets: [{ name: PULL_SECRET }],
      containers: [{ name: 'app', image }],
    },
  };
  await createPod(cluster.client, pod);
  const { phase } = await ended<PodStatus>(cluster.client, pod, podEnded);
  if (phase !== 'Succeeded') throw new Error(`${name} ended as ${phase}`);
  return cluster.client.send('GET', `/api/v1/namespaces/${namespace}/pods/${pod.metadata.name}/log`);
}
