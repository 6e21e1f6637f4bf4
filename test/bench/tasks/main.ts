// npm run bench:tasks: taskpack's Task and the steps of the catalog's two Tasks build one source on a real node. Needs root. The catalog's images need a network, so the benchmark rebuilds their steps.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { until } from '../../cluster/processes/until.ts';
import { podOf } from '../../integration/injectors/task-run-pod.ts';
import { startBenchBed, type BenchBed } from '../e2e/bed.ts';
import { figuresOf } from '../e2e/figures.ts';
import { takeSample, type Sample } from '../e2e/sample.ts';
import { report } from '../report.mjs';
import { shapeOf, type PodShape } from './pod-shape.ts';
import { taskRun, VARIANTS, type Variant } from './variants.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
const TASK = path.join(import.meta.dirname, '../../../tasks/buildpacks/buildpacks.yaml');

interface Measured {
  readonly shape: PodShape;
  readonly samples: readonly Sample[];
}

async function main(): Promise<void> {
  const bed = await startBenchBed();
  try {
    for (const variant of VARIANTS) await prepare(bed, variant);
    const all = await takeTurns(bed);
    for (const [{ name }, measured] of all) print(name, measured);
  } finally {
    await bed.stop();
  }
}

async function prepare({ cluster }: BenchBed, { namespace }: Variant): Promise<void> {
  const { client } = cluster;
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await until(`the account of ${namespace}`, async () =>
    client.get({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } }),
  );
  const source = await createFolderClaim(cluster, { name: 'source', namespace });
  writeFileSync(path.join(source, 'hello.txt'), 'world');
  for (const { value } of parseYaml(readFileSync(TASK, 'utf8'), TASK).documents) {
    const task = value as KubernetesObject;
    await client.create({ ...task, metadata: { ...task.metadata, namespace } });
  }
}

/** In turns, so that all meet the same load of the machine. The first round pulls images and does not count. */
async function takeTurns(bed: BenchBed): Promise<ReadonlyMap<Variant, Measured>> {
  const all = new Map<Variant, Measured>();
  for (let run = 0; run <= RUNS; run += 1) {
    for (const variant of VARIANTS) {
      const object = taskRun(bed, variant, `run-${run}`);
      const shape = podOf(bed.cluster, object).then(shapeOf);
      const [sample] = await Promise.all([takeSample(bed.cluster, object), shape]);
      const samples = all.get(variant)?.samples ?? [];
      all.set(variant, { shape: await shape, samples: run > 0 ? [...samples, sample] : [] });
      console.error(`${run === 0 ? 'warm-up' : `run ${run}`}, ${variant.name}: ${seconds(sample.whole)}`);
    }
  }
  return all;
}

function print(name: string, { shape, samples }: Measured): void {
  const { whole, least, most } = figuresOf(samples);
  const { initContainers, containers, requests } = shape;
  const asked = Object.entries(requests).map(([resource, amount]) => `${amount} of ${resource}`);
  report(name, whole / 1000, { unit: 's', digits: 2, detail: `${seconds(least)} to ${seconds(most)}` });
  report('- containers', containers, { digits: 0, detail: `requests: ${asked.join(', ') || 'none'}` });
  report('- init containers', initContainers, { digits: 0 });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
});
