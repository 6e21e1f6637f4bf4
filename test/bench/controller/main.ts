// npm run bench:controller: Builds brought to their end by taskpack and by kpack, each on a real API server. Linux only.
import process from 'node:process';
import { buildCommand } from '../../support/command.ts';
import { CONTENDERS } from './contenders.ts';
import { measureMemory, measureRun, type RunFigures } from './measure-run.ts';

const BUILDS = Number(process.env['BUILDS'] ?? 2000);
/** Tekton makes few pods a second (its own limits of requests), and is not what is measured. */
const TEKTON_BUILDS = Number(process.env['TEKTON_BUILDS'] ?? Math.min(BUILDS, 300));
const FINISHED_BUILDS = Number(process.env['FINISHED_BUILDS'] ?? 10_000);

async function main(): Promise<void> {
  buildCommand();
  const chosen = CONTENDERS.filter(({ name }) => name.includes(process.env['ONLY'] ?? ''));
  const figures = new Map<string, RunFigures>();
  for (const contender of chosen) {
    const builds = contender.backend === 'tekton' ? TEKTON_BUILDS : BUILDS;
    console.log(`${contender.name}: ${builds} Builds at once`);
    const run = await measureRun(contender, builds);
    figures.set(contender.name, run);
    print(run);
  }
  const ours = figures.get('taskpack, native');
  for (const [name, run] of figures) if (name.startsWith('kpack')) compare(name, ours, run);
  for (const contender of FINISHED_BUILDS > 0 ? chosen.slice(0, 1) : []) {
    const peak = await measureMemory(contender, FINISHED_BUILDS);
    const aim = contender.definitions === 'taskpack' ? ' (aim: at most 250 MB)' : '';
    console.log(`${contender.name}, ${FINISHED_BUILDS} finished Builds: ${peak.toFixed(0)} MB at most${aim}`);
  }
}

function print(run: RunFigures): void {
  const { buildsPerSecond, latencies, requests, peak, shares, metrics } = run;
  const sorted = latencies.toSorted((a, b) => a - b);
  console.log(`  Builds a second: ${buildsPerSecond.toFixed(1)}`);
  console.log(`  Build created to pod created: p50 ${seconds(sorted, 0.5)}, p99 ${seconds(sorted, 0.99)}`);
  console.log(`  API requests a Build: ${total(run).toFixed(1)} (aim: at most 12)`);
  for (const [kind, count] of [...requests].toSorted(([, a], [, b]) => b - a)) {
    if (count >= 0.005) console.log(`    ${count.toFixed(2).padStart(6)} ${kind}`);
  }
  console.log(`  resident memory: ${peak.toFixed(0)} MB at most`);
  console.log(
    `  processors: ${shares.controller.toFixed(2)} of the controller, ${shares.apiServer.toFixed(2)} of the API server`,
  );
  for (const line of quantiles(metrics)) console.log(`  ${line}`);
}

function seconds(sorted: readonly number[], share: number): string {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return `${(value / 1000).toFixed(2)} s`;
}

/** What a controller says of itself (Prometheus' text format). */
function quantiles(metrics: string): readonly string[] {
  const lines = metrics.split('\n');
  const lag = lines
    .find((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds'))
    ?.split(' ')
    .at(-1);
  const reconcile = histogramQuantile(lines, 'controller_runtime_reconcile_time_seconds_bucket', 'builds', 0.99);
  return [
    ...(reconcile === undefined ? [] : [`reconcile: p99 at most ${(reconcile * 1000).toFixed(0)} ms (aim: 20 ms)`]),
    ...(lag === undefined ? [] : [`event-loop delay: p99 ${(Number(lag) * 1000).toFixed(0)} ms`]),
  ];
}

/** The least bound of a bucket that holds so large a share of a controller's reconciles. */
function histogramQuantile(
  lines: readonly string[],
  name: string,
  controller: string,
  share: number,
): number | undefined {
  const buckets = lines
    .filter((line) => line.startsWith(`${name}{`) && line.includes(`controller="${controller}"`))
    .map(
      (line) =>
        [Number(/le="([^"]+)"/.exec(line)?.[1]?.replace('+Inf', 'Infinity')), Number(line.split(' ').at(-1))] as const,
    )
    .toSorted(([a], [b]) => a - b);
  const all = buckets.at(-1)?.[1] ?? 0;
  return buckets.find(([, count]) => count >= all * share)?.[0];
}

function compare(name: string, ours: RunFigures | undefined, kpack: RunFigures): void {
  if (ours === undefined) return;
  console.log(`taskpack, native, beside ${name}:`);
  console.log(`  Builds a second: ${(ours.buildsPerSecond / kpack.buildsPerSecond).toFixed(2)} times kpack's`);
  console.log(`  Build created to pod created: ${(median(ours) / median(kpack)).toFixed(2)} times kpack's`);
  console.log(`  API requests a Build: ${(total(ours) / total(kpack)).toFixed(2)} times kpack's`);
}

function total({ requests }: RunFigures): number {
  return [...requests.values()].reduce((sum, count) => sum + count, 0);
}

function median({ latencies }: RunFigures): number {
  return latencies.toSorted((a, b) => a - b)[latencies.length >> 1] ?? Number.NaN;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
});
