// npm run bench:controller: Builds run by taskpack and by kpack, each with a real API server. Linux only.
import process from 'node:process';
import { buildCommand } from '../../support/command.ts';
import { report } from '../report.mjs';
import { CONTENDERS } from './contenders.ts';
import { measureMemory, measureRun, type RunFigures } from './measure-run.ts';

const BUILDS = Number(process.env['BUILDS'] ?? 2000);
/** Tekton creates few Pods a second because of its own request limits, and is not measured here. */
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
    const aim = contender.definitions === 'taskpack' && { atMost: 250 };
    report(`peak memory beside ${FINISHED_BUILDS} finished Builds`, peak, { unit: 'MB', digits: 0, ...aim });
  }
}

function print(run: RunFigures): void {
  const { buildsPerSecond, latencies, requests, peak, shares, metrics } = run;
  const sorted = latencies.toSorted((a, b) => a - b);
  report('Builds a second', buildsPerSecond);
  report('Build created to pod created, median', seconds(sorted, 0.5), { unit: 's', digits: 2 });
  report('Build created to pod created, p99', seconds(sorted, 0.99), { unit: 's', digits: 2 });
  report('API requests a Build', total(run), { atMost: 12 });
  for (const [kind, count] of [...requests].toSorted(([, a], [, b]) => b - a)) {
    if (count >= 0.005) report(`- ${kind}`, count, { digits: 2 });
  }
  report('peak resident memory', peak, { unit: 'MB', digits: 0 });
  report('processors that the controller uses', shares.controller, { digits: 2 });
  report('processors that the API server uses', shares.apiServer, { digits: 2 });
  reportQuantiles(metrics);
}

function seconds(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return value / 1000;
}

/** Reports the figures of the controller's own metrics, in Prometheus' text format. */
function reportQuantiles(metrics: string): void {
  const lines = metrics.split('\n');
  const lag = lines
    .find((line) => line.startsWith('nodejs_eventloop_lag_p99_seconds'))
    ?.split(' ')
    .at(-1);
  const reconcile = histogramQuantile(lines, 'controller_runtime_reconcile_time_seconds_bucket', 'builds', 0.99);
  if (reconcile !== undefined)
    report('reconcile, p99 at most', reconcile * 1000, { unit: 'ms', digits: 0, atMost: 20 });
  if (lag !== undefined) report('event-loop delay, p99', Number(lag) * 1000, { unit: 'ms', digits: 0 });
}

/** Returns the smallest bucket bound below which the given share of reconciles lies. */
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
  console.log(`taskpack, native, as ratio to ${name}`);
  report('Builds a second', ours.buildsPerSecond / kpack.buildsPerSecond, { digits: 2 });
  report('Build created to pod created', median(ours) / median(kpack), { digits: 2 });
  report('API requests a Build', total(ours) / total(kpack), { digits: 2 });
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
