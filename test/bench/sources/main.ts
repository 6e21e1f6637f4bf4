// npm run bench:sources: Images whose git servers are polled and report pushes, with a real API server. Linux only.
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../cluster/processes/until.ts';
import { buildCommand } from '../../support/command.ts';
import type { AuditedRequest } from '../controller/audit.ts';
import { startBenchCluster, type BenchCluster } from '../controller/bench-cluster.ts';
import { CONTENDERS } from '../controller/contenders.ts';
import { figuresOf } from '../controller/process-figures.ts';
import { report } from '../report.mjs';
import { publishBuilders } from './bench-builders.ts';
import { controllerOf, type BenchController } from './bench-controller.ts';
import { startGitMemoryServer, type GitMemoryServer } from './git-memory-server.ts';
import { measureFloor } from './measure-floor.ts';
import { measurePushes, reporter, type PushFigures } from './measure-pushes.ts';
import { measureStorm, STORM_LIMIT } from './measure-storm.ts';
import { NAMESPACE, seedImages, type Seed } from './seed-images.ts';

const SEED: Seed = {
  namespace: NAMESPACE,
  prefix: '',
  images: Number(process.env['IMAGES'] ?? 10_000),
  repositories: Number(process.env['REPOSITORIES'] ?? 2000),
  buildsEach: Number(process.env['BUILDS'] ?? 1),
};
const STORM_SEED: Seed = {
  namespace: 'storm',
  prefix: 'storm-',
  images: Number(process.env['STORM_IMAGES'] ?? 500),
  repositories: 1,
  buildsEach: 1,
};
const PUSHES = Math.min(100, SEED.repositories / 2);
/** The controller's default. */
const INTERVAL_S = 60;
const MEASURED_S = Number(process.env['IDLE_SECONDS'] ?? 120);
/** The API server writes the log in batches. */
const AUDIT_DELAY_MS = 31_000;
const KEY = randomBytes(16).toString('hex');

interface Bench {
  readonly cluster: BenchCluster;
  readonly git: GitMemoryServer;
  readonly controller: BenchController;
  readonly pid: number;
}

async function main(): Promise<void> {
  buildCommand();
  const [contender] = CONTENDERS;
  if (contender === undefined) throw new Error('there is no contender');
  const cluster = await startBenchCluster(contender);
  const git = await startGitMemoryServer();
  try {
    const controller = await controllerOf(cluster, KEY);
    const builders = await publishBuilders(cluster, controller);
    console.log(
      `${SEED.images} Images of ${SEED.repositories} repositories, each with ${SEED.buildsEach} finished Builds`,
    );
    const seeded = await seedImages(cluster.client, { git, builder: builders.common }, SEED);
    const imagesEach = SEED.images / SEED.repositories;
    const floor = await measureFloor(cluster.client, builders.common, seeded.slice(-PUSHES * imagesEach));
    const bench = { cluster, git, controller, pid: await controller.start() };
    await settled(bench);
    if (MEASURED_S > 0) await measureIdle(bench);
    await measureMemory(bench, 'while idle');
    const reported = await measurePushes(cluster, git, {
      how: 'by a report',
      seed: SEED,
      indexes: Array.from({ length: PUSHES }, (_, index) => index),
      tell: reporter(git, controller.webhooksPort, KEY),
      atMost: 1,
      timeoutSeconds: INTERVAL_S * 3,
    });
    report('- against the floor', reported.seconds / floor.withStatuses, { digits: 2, atMost: 1.5 });
    await reportRequests(cluster, reported, PUSHES * imagesEach);
    await measurePushes(cluster, git, {
      how: 'by polling',
      seed: SEED,
      indexes: Array.from({ length: PUSHES }, (_, index) => PUSHES + index),
      tell: async () => undefined,
      atMost: INTERVAL_S + 2,
      timeoutSeconds: INTERVAL_S * 3,
    });
    await measureMemory(bench, 'after the pushes');
    await controller.stop(bench.pid);
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: STORM_SEED.namespace } });
    await seedImages(cluster.client, { git, builder: builders.changing }, STORM_SEED);
    const pid = await controller.start({ MAX_UNFINISHED_BUILDS_PER_NAMESPACE: `${STORM_LIMIT}` });
    await settled(bench, STORM_SEED);
    await measureStorm(cluster, builders.changing, builders.changeStack, STORM_SEED);
    await controller.stop(pid);
  } finally {
    await git.stop();
    await cluster.registry.stop();
    await cluster.bed.stop();
  }
}

/** Reports the memory of the controller: its peak, what is resident now, and its heap. */
async function measureMemory({ controller, pid }: Bench, when: string): Promise<void> {
  const { peak, resident } = figuresOf(pid);
  report(`peak resident memory ${when}`, peak, { unit: 'MB', digits: 0, atMost: 350 });
  report('- resident now', resident, { unit: 'MB', digits: 0 });
  report('- heap now', (await controller.metric('nodejs_heap_size_used_bytes')) / 1_048_576, { unit: 'MB', digits: 0 });
}

/** Waits until every Image has a status. */
async function settled({ cluster }: Pick<Bench, 'cluster'>, seed: Seed = SEED): Promise<void> {
  await until(
    'all Images to be ready',
    async () => {
      const images = await cluster.client.list('kpack.io/v1alpha2', 'Image', seed.namespace);
      return images.every((image) => JSON.stringify(image['status'] ?? {}).includes('UpToDate')) ? true : undefined;
    },
    { seconds: 60 + seed.images / 10, every: 3000 },
  );
}

async function measureIdle({ cluster, git, pid }: Bench): Promise<void> {
  // All topics have their turn once, and the log of requests is written in batches.
  await sleep((INTERVAL_S + 35) * 1000);
  const before = { cpu: figuresOf(pid).cpu, queries: git.queries(), requests: requestsOf(cluster) };
  const started = performance.now();
  await sleep((MEASURED_S + 31) * 1000);
  const minutes = (performance.now() - started) / 60_000;
  report('processors while idle', (figuresOf(pid).cpu - before.cpu) / minutes / 60, { digits: 2, atMost: 0.5 });
  report('queries a minute', (git.queries() - before.queries) / minutes, {
    digits: 0,
    atMost: SEED.repositories,
  });
  const requests = requestsOf(cluster).slice(before.requests.length);
  const detail = [...new Set(requests)].join(', ');
  report('API requests a minute', requests.length / minutes, { digits: 1, atMost: 0, detail });
}

/**
 * Reports the requests until the last Build of a burst existed, as ratios to the floor's three requests for each Build. Some lead to
 * Builds. The others are for Builds that exist: the slower the machine, the more of them are sent in that time.
 */
async function reportRequests({ audit }: BenchCluster, { fromMs, toMs }: PushFigures, builds: number): Promise<void> {
  await sleep(AUDIT_DELAY_MS);
  const requests = ofController(audit.requests())
    .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
    .map(nameOf);
  const reportRatio = (what: string, some: readonly string[]): void =>
    report(what, some.length / (3 * builds), { digits: 2, detail: countsOf(some) });
  reportRatio(
    '- requests that lead to Builds, against the floor',
    requests.filter((name) => LEADING.includes(name)),
  );
  reportRatio(
    '- requests for Builds that exist',
    requests.filter((name) => !LEADING.includes(name)),
  );
}

/** The requests that lead to Builds. The status of an Image also changes when its Build starts. */
const LEADING = [
  'patch sourceresolvers/status',
  'get images',
  'create builds',
  'patch images/status',
  'create configmaps',
  'patch configmaps',
];

/** Returns how often each text occurs, the most frequent first. */
function countsOf(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([text, count]) => `${count} ${text}`).join(', ');
}

/** Returns the requests of the controller without leases and watches, such as `get secrets`. */
function requestsOf({ audit }: BenchCluster): readonly string[] {
  return ofController(audit.requests()).map(nameOf);
}

function nameOf({ verb, resource }: AuditedRequest): string {
  return `${verb} ${resource}`;
}

function ofController(requests: readonly AuditedRequest[]): readonly AuditedRequest[] {
  return requests.filter(
    ({ userAgent, verb, resource }) => userAgent.startsWith('taskpack') && verb !== 'watch' && resource !== 'leases',
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
});
