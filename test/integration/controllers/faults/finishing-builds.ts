import type { ApiClient } from '../../../cluster/kubernetes/api-client.ts';
import { OUTCOME } from '../build/some-registry.ts';
import { nodeOf } from '../build/pod-node.ts';
import type { BuildBed } from '../build/build-bed.ts';

/** Plays the nodes of the Pods of these Builds to their end. */
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

/** `create pods x` of writes, and how often. */
export function podsCreated(writes: readonly string[]): readonly string[] {
  return writes.filter((write) => write.startsWith('create pods ')).toSorted();
}

/** Names of so many Builds. */
export function buildNames(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}
