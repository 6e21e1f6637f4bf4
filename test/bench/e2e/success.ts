import { collectionPath, type KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';

/** More than this, and it will not come. */
const MOST_SECONDS = 120;

interface Seen extends KubernetesObject {
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** When a Build, TaskRun or Pod has succeeded, in milliseconds of `performance.now()`, and how it was then. */
export async function whenSucceeded(
  { address }: ApiClient,
  { apiVersion, kind, metadata: { name, namespace } }: KubernetesObject,
): Promise<{ readonly at: number; readonly seen: KubernetesObject }> {
  const path = `${collectionPath({ apiVersion, kind }, namespace)}?watch=true&fieldSelector=metadata.name%3D${name}`;
  return new Promise((resolve, reject) => {
    const fail = (how: string): void => reject(new Error(`${kind} ${name} ${how}`));
    const timer = setTimeout(() => end(() => fail(`has not succeeded within ${MOST_SECONDS} s`)), MOST_SECONDS * 1000);
    const stop = watchPath<Seen>(address, path, ({ object: seen }) => {
      const state = stateOf(seen);
      if (state === 'succeeded') end(() => resolve({ at: performance.now(), seen }));
      if (state === 'failed') end(() => fail(`has failed: ${JSON.stringify(seen.status)}`));
    });
    const end = (how: () => void): void => {
      how();
      clearTimeout(timer);
      stop();
    };
  });
}

/** A Pod says by its phase what others say by a condition. */
function stateOf({ status: { phase, conditions = [] } = {} }: Seen): 'running' | 'succeeded' | 'failed' {
  const condition = conditions.find(({ type }) => type === 'Succeeded')?.status;
  if (phase === 'Succeeded' || condition === 'True') return 'succeeded';
  return phase === 'Failed' || condition === 'False' ? 'failed' : 'running';
}
