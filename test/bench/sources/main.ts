// npm run bench:sources: Images whose git servers are polled and report pushes, with a real API server. Linux only.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../cluster/processes/free-port.ts';
import { until } from '../../cluster/processes/until.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { watchPath } from '../../cluster/kubernetes/watch.ts';
import { pushUniverse } from '../../cluster/universe/push-universe.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { someUniverse } from '../../integration/universe/some-universe.ts';
import { buildCommand, ROOT } from '../../support/command.ts';
import { signedDelivery } from '../../unit/git-hooks/deliveries.ts';
import { startBenchCluster, type BenchCluster } from '../controller/bench-cluster.ts';
import { CONTENDERS } from '../controller/contenders.ts';
import { figuresOf, processOf } from '../controller/process-figures.ts';
import { report } from '../report.mjs';
import { startGitMemoryServer, type GitMemoryServer } from './git-memory-server.ts';
import { NAMESPACE, repositoryOf, seedImages, type Seed } from './seed-images.ts';

const SEED: Seed = {
  images: Number(process.env['IMAGES'] ?? 10_000),
  repositories: Number(process.env['REPOSITORIES'] ?? 2000),
  buildsEach: Number(process.env['BUILDS'] ?? 1),
};
const PUSHES = Math.min(100, SEED.repositories);
/** The controller's default. */
const INTERVAL_S = 60;
const MEASURED_S = 120;
const KEY = randomBytes(16).toString('hex');

interface Bench {
  readonly cluster: BenchCluster;
  readonly git: GitMemoryServer;
  readonly pid: number;
  readonly hooksPort: number;
}

async function main(): Promise<void> {
  buildCommand();
  const [contender] = CONTENDERS;
  if (contender === undefined) throw new Error('there is no contender');
  const cluster = await startBenchCluster(contender);
  const git = await startGitMemoryServer();
  try {
    const controller = await controllerOf(cluster);
    const builder = await publishBuilder(cluster, controller);
    console.log(
      `${SEED.images} Images of ${SEED.repositories} repositories, each with ${SEED.buildsEach} finished Builds`,
    );
    await seedImages(cluster.client, { git, builder }, SEED);
    const bench = { cluster, git, pid: await controller.start(), hooksPort: controller.hooksPort };
    await settled(bench);
    await measureIdle(bench);
    await measurePushes(
      bench,
      'by a report',
      Array.from({ length: PUSHES }, (_, index) => index),
      reporter(bench),
    );
    const polled = Array.from({ length: PUSHES }, (_, index) => PUSHES + index).filter(
      (index) => index < SEED.repositories,
    );
    await measurePushes(bench, 'by polling', polled, async () => undefined);
    report('peak resident memory', figuresOf(bench.pid).peak, { unit: 'MB', digits: 0, atMost: 350 });
  } finally {
    await git.stop();
    await cluster.registry.stop();
    await cluster.bed.stop();
  }
}

/** Applies a builder, and runs the controller until it has published the builder. */
async function publishBuilder(
  { client, registry }: BenchCluster,
  controller: BenchController,
): Promise<KubernetesObject> {
  const { parts, builders } = universeDocuments(await pushUniverse(registry, await someUniverse()), NAMESPACE);
  const builder = builders.good as unknown as KubernetesObject;
  for (const object of [...parts, builder]) await client.create(object as unknown as KubernetesObject);
  const pid = await controller.start();
  const published = await until(
    'the builder',
    async () => {
      const current = await client.get(builder);
      return current !== undefined && isPublished(current) ? current : undefined;
    },
    { seconds: 120 },
  );
  await controller.stop(pid);
  return published;
}

function isPublished({ status }: KubernetesObject): boolean {
  return JSON.stringify(status ?? {}).includes('"latestImage"');
}

interface BenchController {
  readonly hooksPort: number;
  /** Resolves to the process. */
  readonly start: () => Promise<number>;
  readonly stop: (pid: number) => Promise<void>;
}

async function controllerOf({ client, bed, kubeconfig }: BenchCluster): Promise<BenchController> {
  const [metricsPort = 0, hooksPort = 0] = await freePorts(2);
  await client.create({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'git-hooks', namespace: NAMESPACE },
    stringData: { key: KEY },
  } as KubernetesObject);
  const running = (): number | undefined => processOf('node', kubeconfig) || undefined;
  return {
    hooksPort,
    start: async () => {
      bed.run({
        name: 'taskpack',
        command: process.execPath,
        args: [path.join(ROOT, 'dist/bundle/taskpack.mjs'), 'controller', '--kubeconfig', kubeconfig],
        environment: {
          ALLOWED_ADDRESSES: '127.0.0.1',
          BACKEND: 'native',
          METRICS_PORT: `${metricsPort}`,
          GIT_HOOKS_SECRET: 'git-hooks',
          GIT_HOOKS_PORT: `${hooksPort}`,
          LEASE_NAMESPACE: NAMESPACE,
        },
      });
      return until('the controller', async () => running(), { seconds: 60 });
    },
    stop: async (pid) => {
      process.kill(pid, 'SIGTERM');
      await until('the end of the controller', async () => (running() === pid ? undefined : true), { seconds: 60 });
    },
  };
}

/** Waits until every Image has a status. */
async function settled({ cluster }: Bench): Promise<void> {
  await until(
    'all Images to be ready',
    async () => {
      const images = await cluster.client.list('kpack.io/v1alpha2', 'Image', NAMESPACE);
      return images.every((image) => JSON.stringify(image['status'] ?? {}).includes('UpToDate')) ? true : undefined;
    },
    { seconds: 60 + SEED.images / 10, every: 3000 },
  );
}

async function measureIdle({ cluster, git, pid }: Bench): Promise<void> {
  // All topics have their turn once, and the log of requests is written in batches.
  await sleep((INTERVAL_S + 35) * 1000);
  const before = { cpu: figuresOf(pid).cpu, questions: git.questions(), requests: requestsOf(cluster) };
  const started = performance.now();
  await sleep((MEASURED_S + 31) * 1000);
  const minutes = (performance.now() - started) / 60_000;
  report('processors while idle', (figuresOf(pid).cpu - before.cpu) / minutes / 60, { digits: 2, atMost: 0.5 });
  report('questions a minute', (git.questions() - before.questions) / minutes, {
    digits: 0,
    atMost: SEED.repositories,
  });
  const requests = requestsOf(cluster).slice(before.requests.length);
  const detail = [...new Set(requests)].join(', ');
  report('API requests a minute', requests.length / minutes, { digits: 1, atMost: 0, detail });
}

/** Returns the requests of the controller without leases and watches, such as `get secrets`. */
function requestsOf({ audit }: BenchCluster): readonly string[] {
  return audit
    .requests()
    .filter(
      ({ userAgent, verb, resource }) => userAgent.startsWith('taskpack') && verb !== 'watch' && resource !== 'leases',
    )
    .map(({ verb, resource }) => `${verb} ${resource}`);
}

function reporter({ git, hooksPort }: Bench): (repository: string) => Promise<void> {
  return async (repository) => {
    const { headers, body } = signedDelivery(
      JSON.stringify({ repository: { clone_url: `${git.url}/${repository}.git` } }),
      KEY,
    );
    const { status } = await fetch(`http://127.0.0.1:${hooksPort}/hooks/git`, { method: 'POST', headers, body });
    if (status !== 202) throw new Error(`the report was answered ${status}`);
  };
}

/** Pushes to repositories at once, and measures until the first Image of each has a Build of the commit. */
async function measurePushes(
  { cluster, git }: Bench,
  how: string,
  indexes: readonly number[],
  tell: (repository: string) => Promise<void>,
): Promise<void> {
  if (indexes.length === 0) return;
  const pushedAt = new Map<string, number>();
  const delays = new Map<string, number>();
  const stop = watchPath<{ readonly spec?: { readonly source?: { readonly git?: { readonly revision?: string } } } }>(
    cluster.client.address,
    `/apis/kpack.io/v1alpha2/namespaces/${NAMESPACE}/builds?watch=true`,
    ({ type, object }) => {
      const revision = object.spec?.source?.git?.revision ?? '';
      const at = pushedAt.get(revision);
      if (type === 'ADDED' && at !== undefined && !delays.has(revision)) delays.set(revision, performance.now() - at);
    },
  );
  await sleep(5000);
  await Promise.all(
    indexes.map(async (index) => {
      const repository = repositoryOf(index, SEED);
      pushedAt.set(git.push(repository), performance.now());
      await tell(repository);
    }),
  );
  await until(`Builds of all pushes ${how}`, async () => (delays.size === indexes.length ? true : undefined), {
    seconds: INTERVAL_S * 3,
    every: 500,
  });
  stop();
  const sorted = [...delays.values()].toSorted((a, b) => a - b);
  const most = how === 'by polling' ? INTERVAL_S + 2 : 1;
  const p99 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
  report(`commit to Build ${how}, p99 of ${indexes.length}`, p99 / 1000, { unit: 's', digits: 2, atMost: most });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
});
