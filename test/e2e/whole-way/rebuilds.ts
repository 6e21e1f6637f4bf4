import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { runBuild, type BuildStatus } from '../controller/controlled-build.ts';
import { applicationBuild } from './application-build.ts';
import { logOf } from './build-log.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** Builds of one application, in their order. */
export const STEPS = ['first', 'again', 'changed', 'rebased'] as const;

export type Step = (typeof STEPS)[number];

/** The place of the cache between these Builds. */
export type CacheKind = 'volume' | 'registry';

/** The result of one rebuild. */
export interface Rebuild {
  readonly step: Step;
  readonly name: string;
  readonly status: BuildStatus;
  readonly log: string;
}

/**
 * Runs the Builds as an Image's controller does: each Build gets the previous Build's result (kpack, image_builds.go).
 */
export async function* rebuilds(
  bed: WholeWayBed,
  row: string,
  { cache, steps }: { readonly cache: CacheKind; readonly steps: readonly Step[] },
): AsyncGenerator<Rebuild> {
  if (cache === 'volume') await createFolderClaim(bed.cluster, { name: row, namespace: bed.namespace });
  let before: BuildStatus | undefined;
  for (const step of steps) {
    const name = `${row}-${step}`;
    const spec = { ...specOf(bed, step), cache: cacheSpec(bed, row, cache), ...lastBuild(before) };
    const annotations = step === 'rebased' ? { 'image.kpack.io/reason': 'STACK' } : {};
    const build = applicationBuild(bed, name, spec, annotations);
    const status = await runBuild(bed.cluster.client, build, { seconds: 240 });
    yield { step, name, status, log: await logOf(bed, name) };
    before = status;
  }
}

export function cacheTag({ registry }: Pick<WholeWayBed, 'registry'>, row: string): string {
  return `${registry.address}/cache/${row}`;
}

function specOf({ sources, base }: WholeWayBed, step: Step): { readonly source: object; readonly runImage: object } {
  const { before, after } = sources.changing;
  switch (step) {
    case 'first':
    case 'again':
      return { source: before, runImage: { image: base.run } };
    case 'changed':
      return { source: after, runImage: { image: base.run } };
    case 'rebased':
      return { source: after, runImage: { image: base.patchedRun } };
  }
}

function cacheSpec(bed: WholeWayBed, row: string, cache: CacheKind): object {
  switch (cache) {
    case 'volume':
      return { volume: { persistentVolumeClaimName: row } };
    case 'registry':
      return { registry: { tag: cacheTag(bed, row) } };
  }
}

function lastBuild(status: BuildStatus | undefined): object {
  if (status === undefined) return {};
  const { latestImage: image, latestCacheImage } = status;
  const cache = latestCacheImage === undefined ? {} : { cache: { image: latestCacheImage } };
  return { lastBuild: { image, stackId: STACK.id, ...cache } };
}
