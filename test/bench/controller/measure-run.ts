import { freePorts } from '../../cluster/processes/free-port.ts';
import { until } from '../../cluster/processes/until.ts';
import { startBenchCluster, type BenchCluster } from './bench-cluster.ts';
import type { AuditedRequest } from './audit.ts';
import type { Contender } from './contenders.ts';
import { inFlight } from './in-flight.ts';
import { figuresOf, processOf } from './process-figures.ts';
import { finishedStatus, pushImages, putContext, someBuild, type BuildImages } from './some-builds.ts';
import { kpackReport, startKubelet } from './simulated-kubelet.ts';
import { watchSucceededBuilds } from './watch.ts';

/** The figures of one contender's run. */
export interface RunFigures {
  readonly buildsPerSecond: number;
  /** Milliseconds from the creation of a Build to the creation of its Pod. */
  readonly latencies: readonly number[];
  /** Requests for each Build, by verb and resource. */
  readonly requests: ReadonlyMap<string, number>;
  /** In MB. */
  readonly peak: number;
  /** CPU time as a share of one processor. */
  readonly shares: { readonly controller: number; readonly apiServer: number };
  /** The controller's metrics, if it serves any. */
  readonly metrics: string;
}

const AT_ONCE = 32;

/** A longer run waits for something that will not happen. */
const SECONDS_AT_LEAST = 120;
const SECONDS_A_BUILD = 1;

/** Creates Builds at once and waits until the controller and the simulated kubelet have finished them. */
export async function measureRun(contender: Contender, builds: number): Promise<RunFigures> {
  const cluster = await startBenchCluster(contender);
  try {
    const images = await pushImages(cluster.registry);
    await putContext(cluster.client, images);
    const controller = await startContender(contender, cluster, images);
    return await measured(contender, { cluster, images, ...controller }, builds);
  } finally {
    await cluster.registry.stop();
    await cluster.bed.stop();
  }
}

/** Memory in MB with Builds that had succeeded before the controller started. */
export async function measureMemory(contender: Contender, builds: number): Promise<number> {
  const cluster = await startBenchCluster(contender);
  try {
    const images = await pushImages(cluster.registry);
    await putContext(cluster.client, images);
    const indexes = Array.from({ length: builds }, (_, index) => index);
    await inFlight(indexes, AT_ONCE, async (index) => {
      await cluster.client.create(someBuild(index, images));
      const path = `/apis/kpack.io/v1alpha2/namespaces/default/builds/build-${index}/status`;
      await cluster.client.send(
        'PATCH',
        path,
        { status: finishedStatus(index, images) },
        'application/merge-patch+json',
      );
    });
    const { pid } = await startContender(contender, cluster, images);
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    return figuresOf(pid).peak;
  } finally {
    await cluster.registry.stop();
    await cluster.bed.stop();
  }
}

interface Running {
  readonly cluster: BenchCluster;
  readonly images: BuildImages;
  readonly pid: number;
  readonly metricsPort: number;
}

async function startContender(
  contender: Contender,
  { bed, kubeconfig, kpack, client }: BenchCluster,
  { builder }: BuildImages,
): Promise<Pick<Running, 'pid' | 'metricsPort'>> {
  const [metricsPort = 0] = await freePorts(1);
  const spec = contender.command({ folder: bed.folder, kubeconfig, metricsPort, image: builder, kpack });
  const { died } = bed.run(spec);
  // The controller is running as soon as a Build gets any status.
  const probe = { ...someBuild(0, { builder, application: { tag: 'registry.example.com/probe', digest: '' } }) };
  const named = { ...probe, metadata: { ...probe.metadata, name: 'probe', annotations: {} } };
  await client.create(named);
  await until(
    `${contender.name} to take a Build`,
    async () => ((await client.get(named))?.['status'] === undefined ? undefined : true),
    { seconds: 60, died: [died] },
  );
  await client.delete(named);
  return {
    pid: processOf(contender.definitions === 'taskpack' ? 'node' : 'kpack-controller', kubeconfig),
    metricsPort,
  };
}

async function measured(contender: Contender, running: Running, builds: number): Promise<RunFigures> {
  const { cluster, images, pid, metricsPort } = running;
  const { client, audit, bed } = cluster;
  const { tag, digest } = images.application;
  const kubelet = startKubelet(client, {
    native:
      contender.definitions === 'kpack'
        ? kpackReport(`${tag}@${digest}`)
        : JSON.stringify({ IMAGE_URL: tag, IMAGE_DIGEST: digest }),
    tekton: JSON.stringify([
      { key: 'IMAGE_URL', value: tag, type: 4 },
      { key: 'IMAGE_DIGEST', value: digest, type: 4 },
    ]),
  });
  const server = processOf('kube-apiserver', bed.folder);
  const requestsBefore = countOf(audit.requests(), contender);
  const before = { controller: figuresOf(pid), server: figuresOf(server) };
  const finished = watchSucceededBuilds(client.address);
  const started = performance.now();
  const created = new Map<string, number>();
  await inFlight(
    Array.from({ length: builds }, (_, index) => index),
    AT_ONCE,
    async (index) => {
      const { metadata } = await client.create(someBuild(index, images));
      created.set(`${metadata.name}-build-pod`, performance.now());
    },
  );
  try {
    await until(`${builds} Builds to succeed`, async () => (finished.count() >= builds ? true : undefined), {
      seconds: SECONDS_AT_LEAST + builds * SECONDS_A_BUILD,
      every: 100,
    });
  } catch (error) {
    for (const line of await unfinished(cluster)) console.error(line);
    throw error;
  } finally {
    finished.stop();
  }
  const seconds = (performance.now() - started) / 1000;
  const after = { controller: figuresOf(pid), server: figuresOf(server) };
  kubelet.stop();
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  // The API server writes the log in batches.
  await new Promise((resolve) => setTimeout(resolve, 31_000));
  const requests = countOf(audit.requests(), contender);
  return {
    buildsPerSecond: builds / seconds,
    latencies: [...created].map(([name, at]) => Math.max(0, (kubelet.seen.get(name) ?? Number.NaN) - at)),
    requests: new Map([...requests].map(([kind, count]) => [kind, (count - (requestsBefore.get(kind) ?? 0)) / builds])),
    peak: after.controller.peak,
    shares: {
      controller: (after.controller.cpu - before.controller.cpu) / seconds,
      apiServer: (after.server.cpu - before.server.cpu) / seconds,
    },
    metrics,
  };
}

/** Describes the Builds that should have finished. */
async function unfinished({ client }: BenchCluster): Promise<readonly string[]> {
  const builds = await client.list('kpack.io/v1alpha2', 'Build', 'default');
  const pods = await client.list('v1', 'Pod', 'default');
  const open = builds.filter((build) => !JSON.stringify(build['status'] ?? {}).includes('"Completed"'));
  return open.slice(0, 5).map((build) => {
    const pod = pods.find(({ metadata }) => metadata.name === `${build.metadata.name}-build-pod`);
    return JSON.stringify({ build: build.metadata.name, status: build['status'], pod: pod?.['status'] });
  });
}

/** Leases are renewed even without Builds. */
function countOf(requests: readonly AuditedRequest[], { userAgent }: Contender): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const request of requests) {
    if (!userAgent.test(request.userAgent) || request.verb === 'watch' || request.resource === 'leases') continue;
    const kind = `${request.verb} ${request.resource}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
