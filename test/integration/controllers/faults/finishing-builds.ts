import type { ApiClient } from '../../../cluster/kubernetes/api-client.ts';
import { OUTCOME } from '../builds/some-registry.ts';
import { nodeOf } from '../builds/pod-node.ts';
import type { BuildBed } from '../builds/build-bed.ts';

/** Plays the nodes of these Builds' Pods until all Builds have ended. */
export async function finishPods(
  client: ApiClient,
  { namespace }: BuildBed,
  builds: readonly string[],
  outcome = OUTCOME,
): Promise<void> {
  await Promise.all(
    builds.map(async (name) => {
      const node = await nodeOf(client, namespace, `${name}-build-pod`);
      await node.accept();
      await node.runAll(outcome);
    }),
  );
}

/** Returns the sorted writes that create Pods, for example `create pods x`. */
export function podsCreated(writes: readonly string[]): readonly string[] {
  return writes.filter((write) => write.startsWith('create pods ')).toSorted();
}

/** Returns the names of this many Builds. */
export function buildNames(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}
