import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import type { ReachedLimit } from '../build-queue/next-in-turn.ts';
import { reasonsOf } from '../model/image-metadata.ts';
import type { BuildChanges } from './build-changes.ts';
import { initiatorOfBuild, QUEUED_REASONS } from './build-initiator.ts';
import { imageGenerationOf, outcomeOf, succeededOf, type BuildHistory } from './build-history.ts';
import { isBuilderReady, isBuilderUpToDate, readyMessageOf, type ObservedBuilder } from './observed-builder.ts';
import type { ObservedResolver } from './observed-image.ts';
import { sourceResolverName } from './source-resolver.ts';

/** A condition without its time, which the writer adds. */
export interface ImageCondition {
  readonly type: 'Ready' | 'BuilderReady' | 'BuilderUpToDate' | 'CacheReady' | 'DefaultCache' | 'Queued' | 'TagUnique';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** The status of an Image, without the times of its conditions. */
export interface ImageStatus extends Omit<NonNullable<Image['status']>, 'conditions'> {
  readonly conditions: readonly ImageCondition[];
}

/**
 * Returns the complete status. All fields come from one history, so that clients such as `kp` never see the generation of one
 * Build beside the conditions of another. Like kpack, leaves out empty fields.
 */
export function imageStatus(
  { metadata, status }: Image,
  history: BuildHistory,
  conditions: readonly ImageCondition[],
  claimName: string,
): ImageStatus {
  const { builds, newest, number } = history;
  const isSuccess = newest !== undefined && outcomeOf(newest) === 'True';
  const finished = builds.findLast((build) => outcomeOf(build) !== 'Unknown');
  const built = finished !== undefined && outcomeOf(finished) === 'True' ? finished.status : status;
  const fields = {
    observedGeneration: metadata.generation ?? 0,
    latestBuildRef: newest?.metadata.name ?? '',
    latestBuildImageGeneration: newest === undefined ? 0 : imageGenerationOf(newest),
    latestBuildReason: newest === undefined ? '' : reasonsOf(newest.metadata),
    latestImage: built?.latestImage ?? '',
    latestStack: (isSuccess ? newest.status?.stack?.id : '') ?? '',
    buildCounter: number,
    buildCacheName: claimName,
  };
  const present = Object.entries(fields).filter(([, value]) => value !== '' && value !== 0);
  return { conditions, ...Object.fromEntries(present) };
}

/** Returns the conditions of an Image whose builder does not exist. */
export function builderMissing({ metadata, spec }: Image): readonly ImageCondition[] {
  const { kind, name, namespace = '' } = spec.builder;
  const place = kind === 'Builder' && namespace === '' ? (metadata.namespace ?? '') : namespace;
  const message = `Error: Unable to find builder '${name}' in namespace '${place}'.`;
  return [{ type: 'Ready', status: 'False', reason: 'BuilderNotFound', message }];
}

/** Returns the conditions of an Image while a Build runs. */
export function buildRunning(build: Build, builder: ObservedBuilder): readonly ImageCondition[] {
  const message = succeededOf(build.status)?.message ?? '';
  const isNew = succeededOf(build.status) === undefined;
  return [
    {
      type: 'Ready',
      status: 'Unknown',
      reason: 'BuildRunning',
      ...withMessage(isNew ? `Build '${build.metadata.name}' is executing` : message),
    },
    ...builderConditions(builder),
  ];
}

/** Returns the conditions of an Image without a running Build. */
export function idle(ready: Omit<ImageCondition, 'type'>, builder: ObservedBuilder): readonly ImageCondition[] {
  return [{ type: 'Ready', ...ready }, ...builderConditions(builder)];
}

/** Returns the condition Ready of an Image that needs no Build, from the end of its newest Build. */
export function readyAfter(build: Build): Omit<ImageCondition, 'type'> {
  const { message = '' } = succeededOf(build.status) ?? {};
  if (outcomeOf(build) === 'True') return { status: 'True', reason: 'UpToDate', ...withMessage(message) };
  const { name, namespace = '' } = build.metadata;
  const failure = `Error: Build '${name}' in namespace '${namespace}' failed: ${message}`;
  return { status: 'False', reason: 'BuildFailed', message: failure };
}

/** Returns the condition Ready of an Image whose builder has no usable image. */
export function builderNotReady(builder: ObservedBuilder): Omit<ImageCondition, 'type'> {
  const { name, namespace = '' } = builder.metadata;
  const message = readyMessageOf(builder);
  const cause = message === '' ? '' : `; Message: ${message}`;
  const error = `Error: Builder '${name}' is not ready in namespace '${namespace}'${cause}`;
  return { status: 'False', reason: 'BuilderNotReady', message: error };
}

/** Returns the condition Ready of an Image whose source is not resolved. */
export function resolverNotReady(image: Image, resolver: ObservedResolver | undefined): Omit<ImageCondition, 'type'> {
  const ready = resolver?.status?.conditions?.find(({ type }) => type === 'Ready');
  const { message = '' } = ready ?? {};
  const cause = message === '' ? '' : `; Message: ${message}`;
  return {
    status: 'Unknown',
    reason: 'ResolverNotReady',
    message: `Error: SourceResolver '${sourceResolverName(image)}' is not ready${cause}`,
  };
}

/** Returns the condition Ready of an Image whose next Build the API server refuses. */
export function buildNotCreated({ metadata }: Build, refusal: string): Omit<ImageCondition, 'type'> {
  const message = `Error: Build '${metadata.name}' cannot be created: ${refusal}`;
  return { status: 'False', reason: 'BuildNotCreated', message };
}

/**
 * Returns the conditions of an Image whose next Build waits for other Builds to finish. The condition Queued has the time since which
 * the Build waits: Ready has been Unknown for longer if a Build has just ended.
 */
export function buildQueued(
  build: Build,
  { of, limit }: ReachedLimit,
  builder: ObservedBuilder,
): readonly ImageCondition[] {
  const { metadata } = build;
  const place = of === 'cluster' ? 'the cluster' : `namespace '${metadata.namespace ?? ''}'`;
  const turn = limit === 1 ? 'no other Build' : `fewer than ${limit} Builds`;
  const message = `Build '${metadata.name}' (${reasonsOf(metadata)}) waits until ${place} runs ${turn}`;
  return [
    ...idle({ status: 'Unknown', reason: 'Queued', message }, builder),
    { type: 'Queued', status: 'True', reason: QUEUED_REASONS[initiatorOfBuild(build)], message },
  ];
}

/** Returns the condition Ready of an Image whose run images cannot be compared. */
export function invalidRunImage({
  of,
  reference,
}: NonNullable<BuildChanges['invalidRunImage']>): Omit<ImageCondition, 'type'> {
  const text = JSON.stringify(reference);
  const message =
    of === 'builder'
      ? `Error: the run image ${text} of the builder is not an image reference: correct its ClusterStack`
      : `Error: the run image ${text} of the last Build is not an image reference: trigger a Build`;
  return { status: 'False', reason: 'InvalidRunImage', message };
}

function builderConditions(builder: ObservedBuilder): readonly ImageCondition[] {
  return [
    isBuilderReady(builder)
      ? { type: 'BuilderReady', status: 'True', reason: 'BuilderReady' }
      : { type: 'BuilderReady', ...builderNotReady(builder) },
    isBuilderUpToDate(builder)
      ? { type: 'BuilderUpToDate', status: 'True', reason: 'BuilderUpToDate' }
      : { type: 'BuilderUpToDate', status: 'False', reason: 'BuilderNotUpToDate', message: NOT_UP_TO_DATE },
  ];
}

const NOT_UP_TO_DATE = 'Builder is not up to date. The latest stack and buildpacks may not be in use.';

function withMessage(message: string): Pick<ImageCondition, 'message'> {
  return message === '' ? {} : { message };
}
