import * as fc from 'fast-check';
import { someBuilder, someLifecycle, somePlatforms, someStack, someWorld } from '../some-world.ts';
import type { World } from '../world.ts';
import { arbitraryEntry } from './arbitrary-entry.ts';
import { arbitraryPackages } from './arbitrary-packages.ts';

/** kpack's answers about these worlds are recorded. */
export const GENERATED = { seed: 20_260_101, count: 500 };

/** Returns worlds from a seed, so that failures are reproducible. */
export function generatedWorlds({ seed, count }: typeof GENERATED): readonly World[] {
  return fc.sample(world, { seed, numRuns: count });
}

/** Mostly the stack and lifecycle that all buildpacks support. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 12 * others.length, arbitrary: fc.constant(usual) },
    { weight: others.length, arbitrary: fc.constantFrom(...others) },
  );
}

const AMD = { os: 'linux', architecture: 'amd64' };
const ARM = { os: 'linux', architecture: 'arm64', variant: 'v8' };

const base = fc.record({
  clusterStack: mostly(
    someStack(),
    someStack('another'),
    someStack('stack', []),
    someStack('stack', ['build:git', 'run:git']),
  ),
  clusterLifecycle: mostly(
    someLifecycle(),
    someLifecycle(['0.10']),
    someLifecycle(['0.9', '0.10'], ['0.5', '0.6']),
    someLifecycle(['0.9', '0.10'], ['0.10', '0.12']),
    someLifecycle(['0.9', '0.10'], ['0.2']),
  ),
  platforms: mostly(
    somePlatforms(AMD, AMD),
    somePlatforms(ARM, ARM),
    somePlatforms(AMD, ARM),
    somePlatforms({ os: 'windows', architecture: 'amd64' }, AMD),
  ),
});

const kind = fc.constantFrom('Builder' as const, 'Builder' as const, 'ClusterBuilder' as const);

const world: fc.Arbitrary<World> = arbitraryPackages.chain((packages) => {
  const group = fc.array(arbitraryEntry(packages), { minLength: 1, maxLength: 3 });
  const order = fc.array(group, { minLength: 1, maxLength: 2 });
  return fc.record({ order, kind, base }).map((made) => {
    const builder = someBuilder(
      made.order.map((entries) => ({ group: entries })),
      made.kind,
    );
    return someWorld([], packages.objects, { ...made.base, images: packages.images, builder });
  });
});
