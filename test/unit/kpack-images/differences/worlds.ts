import type { JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../../support/json-field.ts';
import { parseImageReference } from '../../../../src/core/model/image-reference.ts';
import { childName } from '../../../../src/core/model/names.ts';
import type { ImageWorld } from '../image-oracle.ts';
import {
  builderOf,
  endOf,
  hasStep,
  isTerminating,
  nameOf,
  newestOf,
  numberOf,
  withBuild,
  withFields,
} from '../world-fields.ts';
import type { Difference } from './difference.ts';

/** Differences in what is taken from the observed objects. */
export const WORLD_DIFFERENCES: readonly Difference[] = [
  { id: 'image-unnumbered-builds', amend: withoutUnnumbered },
  { id: 'image-builds-of-its-own', amend: (world) => withBuilds(world, (build) => isOwned(world, build)) },
  { id: 'image-order-by-number', amend: inOrderOfNumbers },
  { id: 'image-builder-elsewhere', amend: withoutOtherNamespace },
  { id: 'image-status-from-builds', amend: withStatusOfBuilds },
  { id: 'image-one-unfinished-build', amend: withNewestUnfinished },
  { id: 'image-unknown-revision', amend: withoutUnknownSource },
  { id: 'image-resolver-without-source', amend: withoutEmptySource },
  { id: 'image-terminating-builds', amend: withoutTerminatingBuilds },
  { id: 'image-new-cache-at-once', amend: withNamedCache },
  { id: 'image-unreadable-run-image', amend: withComparableRunImage },
];

/** An unfinished Build of the Image stays, whatever its number is. */
function withoutUnnumbered(world: ImageWorld): ImageWorld {
  const { uid } = objectAt(world.image, 'metadata');
  return withBuilds(world, (build) => {
    const owners = objectsAt(objectAt(build, 'metadata'), 'ownerReferences');
    const isOfImage = owners.some((owner) => owner['controller'] === true && owner['uid'] === uid);
    return numberOf(build) !== undefined || (endOf(build) === 'Unknown' && isOfImage);
  });
}

function withBuilds(world: ImageWorld, isKept: (build: JsonObject) => boolean): ImageWorld {
  return { ...world, builds: world.builds.filter(isKept) };
}

function isOwned({ image }: ImageWorld, build: JsonObject): boolean {
  const owner = objectsAt(objectAt(build, 'metadata'), 'ownerReferences').find(({ controller }) => controller === true);
  return owner === undefined || owner['uid'] === objectAt(image, 'metadata')['uid'];
}

function inOrderOfNumbers(world: ImageWorld): ImageWorld {
  const builds = world.builds
    .toSorted((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0))
    .map((build, index) => {
      if (numberOf(build) === undefined) return build;
      const creationTimestamp = new Date(Date.UTC(2026, 0, 2) + index * 60_000).toISOString();
      return withFields(build, 'metadata', { creationTimestamp });
    });
  return { ...world, builds };
}

/** kpack looks at the Build with the newest time only. It reads the number of a Build only if that Build has an end. */
function withNewestUnfinished(world: ImageWorld): ImageWorld {
  const last = world.builds
    .filter((build) => endOf(build) === 'Unknown')
    .toSorted(byNumberAndName)
    .at(-1);
  if (last === undefined) return world;
  if (numberOf(last) === undefined) {
    return withBuild(world, last, withFields(last, 'metadata', { creationTimestamp: '2027-01-01T00:00:00Z' }));
  }
  const rest = withBuilds(world, (build) => numberOf(build) !== undefined || endOf(build) !== 'Unknown');
  const newest = newestOf(rest);
  if (newest === undefined || last === newest) return rest;
  const conditions = objectsAt(objectAt(last, 'status'), 'conditions');
  return withBuild(rest, newest, { ...newest, status: { conditions, lifecycleVersion: '' } });
}

function byNumberAndName(a: JsonObject, b: JsonObject): number {
  return (numberOf(a) ?? 0) - (numberOf(b) ?? 0) || (nameOf(a) < nameOf(b) ? -1 : 1);
}

function withoutOtherNamespace(world: ImageWorld): ImageWorld {
  const { kind, namespace = '' } = objectAt(objectAt(world.image, 'spec'), 'builder');
  const isOther =
    kind === 'Builder' && namespace !== '' && namespace !== objectAt(world.image, 'metadata')['namespace'];
  if (!isOther) return world;
  const { builder: _, ...rest } = world;
  return rest;
}

function withoutUnknownSource(world: ImageWorld): ImageWorld {
  const git = objectAt(objectAt(objectAt(world.sourceResolver ?? {}, 'status'), 'source'), 'git');
  return textAt(git, 'type') === 'Unknown' ? withResolverNotReady(world) : world;
}

function withoutEmptySource(world: ImageWorld): ImageWorld {
  const source = objectAt(objectAt(world.sourceResolver ?? {}, 'status'), 'source');
  return Object.keys(source).length === 0 ? withResolverNotReady(world) : world;
}

function withResolverNotReady(world: ImageWorld): ImageWorld {
  if (world.sourceResolver === undefined) return world;
  const conditions = [{ type: 'Ready', status: 'Unknown' }];
  return { ...world, sourceResolver: withFields(world.sourceResolver, 'status', { conditions }) };
}

/** kpack counts such a Build and deletes it again. The newest one stays, because the next Build depends on it. */
function withoutTerminatingBuilds(world: ImageWorld): ImageWorld {
  const newest = newestOf(world);
  const kept = withBuilds(world, (build) => build === newest || !isTerminating(build) || endOf(build) === 'Unknown');
  if (newest === undefined || !isTerminating(newest)) return kept;
  const spec = objectAt(world.image, 'spec');
  const field = endOf(newest) === 'True' ? 'successBuildHistoryLimit' : 'failedBuildHistoryLimit';
  return { ...kept, image: withFields(world.image, 'spec', { [field]: Number(spec[field] ?? 10) + 1 }) };
}

/** kpack mounts the claim that an earlier reconcile wrote into the status. */
function withNamedCache(world: ImageWorld): ImageWorld {
  const hasVolume = objectAt(objectAt(objectAt(world.image, 'spec'), 'cache'), 'volume')['size'] !== undefined;
  if (!hasVolume || !hasStep(world)) return world;
  return {
    ...world,
    image: withFields(world.image, 'status', { buildCacheName: childName(nameOf(world.image), '-cache') }),
  };
}

/** While a Build runs, or without a builder, kpack leaves all fields of the status but the conditions as they are. */
function withStatusOfBuilds(world: ImageWorld): ImageWorld {
  const newest = newestOf(world);
  const status = objectAt(world.image, 'status');
  const numbers = [Number(status['buildCounter'] ?? 0), ...world.builds.map((build) => numberOf(build) ?? 0)];
  const buildCounter = Math.max(...numbers);
  if (newest === undefined) {
    const {
      latestBuildRef: _ref,
      latestBuildReason: _reason,
      latestBuildImageGeneration: _generation,
      latestStack: _stack,
      ...rest
    } = status;
    return { ...world, image: { ...world.image, status: { ...rest, buildCounter } } };
  }
  const { labels, annotations } = objectAt(newest, 'metadata') as Readonly<Record<string, JsonObject>>;
  const isSuccess = endOf(newest) === 'True';
  const finished = newestOf({ ...world, builds: world.builds.filter((build) => endOf(build) !== 'Unknown') });
  const built = finished !== undefined && endOf(finished) === 'True' ? objectAt(finished, 'status') : status;
  const image = withFields(world.image, 'status', {
    latestBuildRef: nameOf(newest),
    latestBuildReason: annotations?.['image.kpack.io/reason'] ?? '',
    latestBuildImageGeneration: Number(labels?.['image.kpack.io/imageGeneration'] ?? 0),
    latestStack: isSuccess ? (textAt(objectAt(objectAt(newest, 'status'), 'stack'), 'id') ?? '') : '',
    latestImage: textAt(built, 'latestImage') ?? '',
    buildCounter,
  });
  return { ...world, image };
}

/** kpack fails if the run image of the last Build is not an image reference. Another change is reason enough to build. */
function withComparableRunImage(world: ImageWorld): ImageWorld {
  const newest = newestOf(world);
  const runImage = textAt(objectAt(objectAt(builderOf(world) ?? {}, 'status'), 'stack'), 'runImage') ?? '';
  if (newest === undefined || endOf(newest) !== 'True' || parseImageReference(runImage) === undefined) return world;
  const stack = objectAt(objectAt(newest, 'status'), 'stack');
  if (parseImageReference(textAt(stack, 'runImage') ?? '') !== undefined) return world;
  return withBuild(world, newest, withFields(newest, 'status', { stack: { ...stack, runImage } }));
}
