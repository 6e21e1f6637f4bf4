import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../cluster/processes/until.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';
import { signedDelivery } from '../../unit/controller/sources/webhooks/deliveries.ts';
import type { BenchCluster } from '../controller/bench-cluster.ts';
import { report } from '../report.mjs';
import type { GitMemoryServer } from './git-memory-server.ts';
import { repositoryOf, type Seed } from './seed-images.ts';

export interface Pushes {
  readonly how: 'by a report' | 'by polling';
  readonly seed: Seed;
  /** The repositories that are pushed to. */
  readonly indexes: readonly number[];
  /** Reports a push. */
  readonly tell: (repository: string) => Promise<void>;
  /** The aim in seconds for the first Build of a push. */
  readonly atMost: number;
  readonly timeoutSeconds: number;
}

/** The result of a burst of pushes. */
export interface PushFigures {
  /** The 99th percentile of all Builds. */
  readonly seconds: number;
  /** The times of the first push and of the last Build, in milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
}

interface WatchedBuild {
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly source?: { readonly git?: { readonly revision?: string } } };
}

/**
 * Pushes to repositories at once, and measures until the first Image of each has a Build of the commit, and until all have.
 */
export async function measurePushes(
  { client }: Pick<BenchCluster, 'client'>,
  git: GitMemoryServer,
  { how, seed, indexes, tell, atMost, timeoutSeconds }: Pushes,
): Promise<PushFigures> {
  const pushedAt = new Map<string, number>();
  const delays = new Map<string, number>();
  const firstDelays = new Map<string, number>();
  let toMs = 0;
  const path = `/apis/kpack.io/v1alpha2/namespaces/${seed.namespace}/builds?watch=true`;
  const stop = watchPath<WatchedBuild>(client.address, path, ({ type, object: { metadata, spec } }) => {
    const revision = spec?.source?.git?.revision ?? '';
    const at = pushedAt.get(revision);
    if (type !== 'ADDED' || at === undefined || delays.has(metadata.name)) return;
    const delay = performance.now() - at;
    delays.set(metadata.name, delay);
    toMs = Date.now();
    if (!firstDelays.has(revision)) firstDelays.set(revision, delay);
  });
  await sleep(5000);
  const fromMs = Date.now();
  await Promise.all(
    indexes.map(async (index) => {
      const repository = repositoryOf(index, seed);
      pushedAt.set(git.push(repository), performance.now());
      await tell(repository);
    }),
  );
  const expected = (indexes.length * seed.images) / seed.repositories;
  await until(`Builds of all pushes ${how}`, async () => (delays.size >= expected ? true : undefined), {
    seconds: timeoutSeconds,
    every: 500,
  });
  stop();
  report(`commit to first Build ${how}, p99 of ${indexes.length} pushes`, p99(firstDelays), {
    unit: 's',
    digits: 2,
    atMost,
  });
  const seconds = p99(delays);
  report(`commit to Build ${how}, p99 of ${delays.size} Builds`, seconds, { unit: 's', digits: 2 });
  return { seconds, fromMs, toMs };
}

/** Returns a function that reports a push as a git server does. */
export function reporter(git: GitMemoryServer, port: number, key: string): (repository: string) => Promise<void> {
  return async (repository) => {
    const payload = JSON.stringify({ repository: { clone_url: `${git.url}/${repository}.git` } });
    const { headers, body } = signedDelivery(payload, key);
    const { status } = await fetch(`http://127.0.0.1:${port}/hooks/git`, { method: 'POST', headers, body });
    if (status !== 202) throw new Error(`the report was answered ${status}`);
  };
}

function p99(delays: ReadonlyMap<string, number>): number {
  const sorted = [...delays.values()].toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN) / 1000;
}
