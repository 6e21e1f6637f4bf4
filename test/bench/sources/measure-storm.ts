import { clusterBuilder } from '../../../src/core/api/kpack/cluster-builder.ts';
import { until } from '../../cluster/processes/until.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { BenchCluster } from '../controller/bench-cluster.ts';
import { report } from '../report.mjs';
import { finished, patchStatus, type Seed } from './seed-images.ts';

/** The limit of unfinished Builds in the namespace. */
export const STORM_LIMIT = 20;

interface WatchedBuild {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/**
 * Changes a stack, ends each Build as soon as it exists, and measures how many Builds are unfinished at once, and how long a free
 * turn waits for its next Build.
 */
export async function measureStorm(
  { client }: BenchCluster,
  builder: KubernetesObject,
  changeStack: () => Promise<void>,
  seed: Seed,
): Promise<void> {
  const unfinished = new Set<string>();
  const created = new Set<string>();
  const pauses: number[] = [];
  /** The times since which turns are free. */
  let freeSince: number[] = [];
  let most = 0;
  let firstAt = 0;
  const endBuild = async (build: WatchedBuild): Promise<void> => {
    const current = clusterBuilder.parse(await client.get(builder));
    await patchStatus(client, 'builds', build, finished(current, 'registry.example/storm'));
  };
  const path = `/apis/kpack.io/v1alpha2/namespaces/${seed.namespace}/builds`;
  const { metadata } = (await client.send('GET', `${path}?limit=1`)) as {
    readonly metadata: { readonly resourceVersion: string };
  };
  const stop = watchPath<WatchedBuild>(
    client.address,
    `${path}?watch=true&resourceVersion=${metadata.resourceVersion}`,
    ({ type, object }) => {
      const { name } = object.metadata;
      const now = performance.now();
      const hasEnded = object.status?.conditions?.some((one) => one.type === 'Succeeded' && one.status === 'True');
      if (type === 'ADDED' && !created.has(name)) {
        if (created.size === 0) firstAt = now;
        created.add(name);
        unfinished.add(name);
        most = Math.max(most, unfinished.size);
        const since = freeSince.shift();
        if (since !== undefined) pauses.push(now - since);
        endBuild(object).catch((error: unknown) => console.error(String(error)));
      }
      if (hasEnded === true && unfinished.delete(name) && created.size < seed.images) freeSince.push(now);
    },
  );
  const changedAt = performance.now();
  await changeStack();
  await until('the Builds of the new stack', async () => (created.size >= seed.images ? true : undefined), {
    seconds: 120 + seed.images,
    every: 500,
  });
  const endedAt = performance.now();
  stop();
  freeSince = [];
  const sorted = pauses.toSorted((a, b) => a - b);
  report(`most unfinished Builds after a new stack`, most, { digits: 0, atMost: STORM_LIMIT });
  report(`new stack to first Build`, (firstAt - changedAt) / 1000, { unit: 's', digits: 2 });
  report(`Builds a second that end at once`, created.size / ((endedAt - firstAt) / 1000));
  report(`a free turn until the next Build, median`, sorted[sorted.length >> 1] ?? Number.NaN, {
    unit: 'ms',
    digits: 0,
  });
  report(`a free turn until the next Build, longest`, sorted.at(-1) ?? Number.NaN, {
    unit: 'ms',
    digits: 0,
    atMost: 1000,
  });
}
