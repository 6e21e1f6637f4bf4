import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import type { PodStatus } from '../../e2e/running-pod.ts';
import { kubectl } from '../../integration/crds/kubectl.ts';

/** The controller's settings for each way to run beside a proxy. */
export const BACKENDS = {
  taskrun: { BACKEND: 'tekton' },
  containers: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'auto' },
  init: { BACKEND: 'native' },
} as const;

export type Backend = keyof typeof BACKENDS;

/** Returns the Pod of a Build. */
export function podOf({ metadata: { name, namespace = '' } }: KubernetesObject): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: `${name}-build-pod`, namespace } };
}

/** Returns the names of the containers that have started and not ended. */
export function runningIn(pod: PodStatus): readonly string[] {
  const running = containersOf(pod).filter(
    ({ state: { terminated, waiting } }) => (terminated ?? waiting) === undefined,
  );
  return running.map(({ name }) => name);
}

export function proxiesIn(pod: PodStatus): readonly string[] {
  return containersOf(pod).flatMap(({ name }) => (name === 'istio-proxy' ? [name] : []));
}

function containersOf({ initContainerStatuses = [], containerStatuses = [] }: PodStatus) {
  return [...initContainerStatuses, ...containerStatuses];
}

/** Follows the log of a Pod's proxy from its start, because Tekton later runs another image in its container. */
export async function proxyLog(cluster: NodeCluster, { metadata }: KubernetesObject): Promise<string> {
  const { name, namespace = '' } = metadata;
  const args = ['logs', '--follow', '--namespace', namespace, name, '--container', 'istio-proxy'];
  const ask = async (): Promise<string | undefined> => {
    const { code, stdout } = await kubectl(cluster, args);
    // The log is empty if the container is about to start.
    return code === 0 && stdout !== '' ? stdout : undefined;
  };
  return until('the log of the proxy', ask, { seconds: 240 });
}
