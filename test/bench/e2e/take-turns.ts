import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { repositoryOf } from '../../support/repository-of.ts';
import { spawnController, type RunningController } from '../../support/running-controller.ts';
import type { BenchBed } from './bed.ts';
import { takeSample, type Sample } from './sample.ts';
import type { Variant } from './variants.ts';

/**
 * Runs every variant several times, in turns, so that all variants meet the same load of the machine. A first round, which does not count, pulls images and fills caches.
 */
export async function takeTurns(
  bed: BenchBed,
  variants: readonly Variant[],
  runs: number,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map(variants.map(({ name }) => [name, [] as Sample[]]));
  const last = new Map<string, KubernetesObject>();
  const controllers = await startControllers(bed, variants);
  try {
    for (let run = 0; run <= runs; run += 1) {
      for (const variant of variants) {
        const sample = await once(bed, variant, run, last);
        if (run > 0) samples.get(variant.name)?.push(sample);
        console.error(
          `${run === 0 ? 'warm-up' : `run ${run}`}, ${variant.name}: ${(sample.whole / 1000).toFixed(2)} s`,
        );
      }
    }
  } finally {
    for (const controller of controllers) await controller.stop();
  }
  return samples;
}

async function once(
  bed: BenchBed,
  { name, namespace, runner, application = 'small', flags, object }: Variant,
  run: number,
  last: Map<string, KubernetesObject>,
): Promise<Sample> {
  const place = { name: `${name.replaceAll(/[^a-zA-Z]+/g, '-').toLowerCase()}-${run}`, namespace };
  const inputs = { ...bed.applications[application], registry: bed.cluster.registry.address, runImage: bed.runImage };
  const kpack = runner.kind === 'kpack' ? await bed.kpack.start(runner.mode) : undefined;
  await setFlags(bed, flags);
  try {
    return await takeSample(bed.cluster, object(inputs, place, last.get(name)), (made) => last.set(name, made));
  } finally {
    await kpack?.stop();
    await setFlags(bed, flags && defaultsOf(flags));
  }
}

/** Milliseconds until Tekton and taskpack's controllers have observed the flags. */
const FLAGS_DELAY_MS = 3000;

async function setFlags({ cluster }: BenchBed, flags: Readonly<Record<string, string>> | undefined): Promise<void> {
  if (flags === undefined) return;
  await cluster.tekton.setFeatureFlags(flags);
  await new Promise((resolve) => setTimeout(resolve, FLAGS_DELAY_MS));
}

/** The flags that the benchmark sets are true by default. */
function defaultsOf(flags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(flags).map((name) => [name, 'true']));
}

/** One taskpack controller for each namespace. kpack's controller watches all namespaces, so it runs only in its turn. */
async function startControllers(
  { cluster, steps, applications }: BenchBed,
  variants: readonly Variant[],
): Promise<readonly RunningController[]> {
  const controllers: RunningController[] = [];
  for (const [namespace, { runner }] of new Map(variants.map((variant) => [variant.namespace, variant]))) {
    await makeNamespace(cluster, namespace);
    if (runner.kind !== 'taskpack') continue;
    const creator = runner.isCreator === true && { CREATOR_BUILDERS: repositoryOf(applications.small.builder) };
    const controller = spawnController({
      kubeconfig: cluster.kubeconfig,
      settings: { ...steps, ...runner.settings, ...creator, LEASE_NAMESPACE: namespace },
      args: ['--namespace', namespace],
    });
    await controller.leads();
    controllers.push(controller);
  }
  return controllers;
}

async function makeNamespace({ client }: BenchBed['cluster'], name: string): Promise<void> {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  await until(`the account of ${name}`, async () =>
    client.get({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } }),
  );
}
