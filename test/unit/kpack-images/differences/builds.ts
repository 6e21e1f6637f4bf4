import { goJson } from '../../../../src/core/images/go-json.ts';
import type { Json, JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, textAt } from '../../../support/json-field.ts';
import type { ImageWorld } from '../image-oracle.ts';
import type { Outcome, Pair } from '../outcome.ts';
import { builderOf, endOf, nameOf, newestOf, withBuild, withFields } from '../world-fields.ts';
import type { Difference } from './difference.ts';

const TRIGGER = 'image.kpack.io/additionalBuildNeeded';
const REASON = 'image.kpack.io/reason';
const CHANGES = 'image.kpack.io/buildChanges';

/** Differences in the Builds that are created and deleted. */
export const BUILD_DIFFERENCES: readonly Difference[] = [
  { id: 'image-builder-after-failure', amend: withTriggeredFailure, reduce: withBuilderReason },
  { id: 'image-trigger-not-inherited', reduce: withoutInheritedTrigger },
  { id: 'image-numbers-never-return', reduce: withOurNumber },
  { id: 'image-last-build-from-status', reduce: withoutLastBuildOfStatus },
  { id: 'image-limits-at-once', reduce: withOneDeletionEach },
];

/** True if the newest Build failed with an older image of the builder, which is no reason for kpack. */
function hasBuilderChangedSinceFailure(world: ImageWorld): boolean {
  const newest = newestOf(world);
  if (newest === undefined || endOf(newest) !== 'False') return false;
  const old = textAt(objectAt(objectAt(newest, 'spec'), 'builder'), 'image');
  return old !== undefined && old !== textAt(objectAt(builderOf(world) ?? {}, 'status'), 'latestImage');
}

function withTriggeredFailure(world: ImageWorld): ImageWorld {
  const newest = newestOf(world);
  if (newest === undefined || !hasBuilderChangedSinceFailure(world)) return world;
  const annotations = objectAt(objectAt(newest, 'metadata'), 'annotations');
  // The value shows `withBuilderReason` that the user asked for nothing.
  const triggered = { ...annotations, ...(annotations[TRIGGER] === undefined && { [TRIGGER]: 'amended' }) };
  return withBuild(world, newest, withFields(newest, 'metadata', { annotations: triggered }));
}

interface WrittenChange {
  readonly reason: string;
  readonly old?: unknown;
  readonly new?: unknown;
}

function withBuilderReason({ kpack, ours }: Pair, world: ImageWorld): Pair {
  const newest = newestOf(world);
  if (newest === undefined || kpack.build === undefined || !hasBuilderChangedSinceFailure(world))
    return { kpack, ours };
  const isAmended = objectAt(objectAt(newest, 'metadata'), 'annotations')[TRIGGER] === 'amended';
  const metadata = objectAt(kpack.build, 'metadata');
  const annotations = objectAt(metadata, 'annotations');
  const changes = (JSON.parse(textAt(annotations, CHANGES) ?? '[]') as readonly WrittenChange[]).filter(
    ({ reason }) => reason !== 'TRIGGER' || !isAmended,
  );
  const old = textAt(objectAt(objectAt(newest, 'spec'), 'builder'), 'image');
  const now = textAt(objectAt(builderOf(world) ?? {}, 'status'), 'latestImage');
  const all = [...changes, { reason: 'BUILDPACK', old, new: now }];
  const reason = all.map((change) => change.reason).join(',');
  const changed = { ...annotations, [REASON]: reason, [CHANGES]: goJson(all as unknown as Json) };
  const { priorityClassName, ...spec } = objectAt(kpack.build, 'spec');
  const priority = changes.length > 0 ? priorityClassName : 'kpack-build-low-priority';
  const build: JsonObject = {
    ...kpack.build,
    metadata: { ...metadata, annotations: changed },
    spec: {
      ...spec,
      ...(priorityClassName !== undefined && priority !== undefined && { priorityClassName: priority }),
    },
  };
  return { kpack: { ...kpack, build, status: { ...kpack.status, latestBuildReason: reason } }, ours };
}

function withoutInheritedTrigger({ kpack, ours }: Pair): Pair {
  if (kpack.build === undefined) return { kpack, ours };
  const metadata = objectAt(kpack.build, 'metadata');
  const { [TRIGGER]: _, ...annotations } = objectAt(metadata, 'annotations');
  return { kpack: { ...kpack, build: { ...kpack.build, metadata: { ...metadata, annotations } } }, ours };
}

/** kpack counts from the newest Build that still exists. */
function withOurNumber({ kpack, ours }: Pair): Pair {
  const [theirs, number] = [kpack, ours].map(({ status }) => status['buildCounter']);
  if (theirs === number || typeof number !== 'number') return { kpack, ours };
  const status: JsonObject = { ...kpack.status, buildCounter: number };
  if (kpack.build === undefined || ours.build === undefined) return { kpack: { ...kpack, status }, ours };
  const [old, renamed] = [nameOf(kpack.build), nameOf(ours.build)];
  const labels = {
    ...objectAt(objectAt(kpack.build, 'metadata'), 'labels'),
    'image.kpack.io/buildNumber': `${number}`,
  };
  const tags = (objectAt(kpack.build, 'spec')['tags'] as readonly string[]).map((tag) =>
    tag.replace(/b\d+\.TIME$/, `b${number}.TIME`),
  );
  const build = withFields(withFields(kpack.build, 'metadata', { name: renamed, labels }), 'spec', { tags });
  const text = JSON.stringify(status).replaceAll(`"${old}"`, `"${renamed}"`).replaceAll(`'${old}'`, `'${renamed}'`);
  return { kpack: { ...kpack, build, status: JSON.parse(text) as JsonObject }, ours };
}

function withoutLastBuildOfStatus({ kpack, ours }: Pair, { builds }: ImageWorld): Pair {
  if (builds.length > 0 || ours.build === undefined) return { kpack, ours };
  const { lastBuild: _, ...spec } = objectAt(ours.build, 'spec');
  return { kpack, ours: { ...ours, build: { ...ours.build, spec } } };
}

function withOneDeletionEach({ kpack, ours }: Pair, { builds }: ImageWorld): Pair {
  const ends = new Map(builds.map((build) => [nameOf(build), endOf(build)]));
  const isFirst = (name: string, index: number): boolean =>
    ours.deletions.findIndex((other) => ends.get(other) === ends.get(name)) === index;
  const reduced: Outcome = { ...ours, deletions: ours.deletions.filter(isFirst) };
  return { kpack, ours: reduced };
}
