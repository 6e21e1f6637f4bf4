import { collectionPath, type KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';

/** A longer wait is in vain. */
const MAX_SECONDS = 120;

interface Seen extends KubernetesObject {
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** Waits until a Build, TaskRun or Pod has succeeded. Returns the time in milliseconds of `performance.now()`, and the object. */
export async function whenSucceeded(
  { address }: ApiClient,
  { apiVersion, kind, metadata: { name, namespace } }: KubernetesObject,
): Promise<{ readonly at: number; readonly seen: KubernetesObject }> {
  const path = `${collectionPath({ apiVersion, kind }, namespace)}?watch=true&fieldSelector=metadata.name%3D${name}`;
  return new Promise((resolve, reject) => {
    const fail = (how: string): void => reject(new Error(`${kind} ${name} ${how}`));
    const timer = setTimeout(() => end(() => fail(`has not succeeded within ${MAX_SECONDS} s`)), MAX_SECONDS * 1000);
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

/** A Pod has a phase, other objects have a condition. */
function stateOf({ status: { phase, conditions = [] } = {} }: Seen): 'running' | 'succeeded' | 'failed' {
  const condition = conditions.find(({ type }) => type === 'Succeeded')?.status;
  if (phase === 'Succeeded' || condition === 'True') return 'succeeded';
  return phase === 'Failed' || condition === 'False' ? 'failed' : 'running';
}
