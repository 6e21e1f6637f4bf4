import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import type { ReachedLimit } from '../build-queue/next-in-turn.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { buildChanges, priorityClassOf, type BuildChanges } from './build-changes.ts';
import { buildHistory, excessBuilds, MAX_BUILD_NUMBER, type BuildHistory } from './build-history.ts';
import { cacheClaim } from './cache-claim.ts';
import { planClaim, type CacheOrigin, type ClaimPlan, type ClaimWrite } from './claim-plan.ts';
import { defaultCacheConditions, withDefaultCache } from './default-cache.ts';
import {
  builderMissing,
  builderNotReady,
  buildNotCreated,
  buildQueued,
  buildRunning,
  idle,
  imageStatus,
  invalidRunImage,
  readyAfter,
  resolverNotReady,
  type ImageCondition,
  type ImageStatus,
} from './image-status.ts';
import { isBuilderReady, namesBuilderElsewhere, type ObservedBuilder } from './observed-builder.ts';
import { nextBuild } from './next-build.ts';
import type { ObservedImage, ObservedResolver } from './observed-image.ts';
import { sharedTagConditions } from './shared-tag.ts';
import { resolvedSource, resolverDifference, sourceResolver, type SourceToBuild } from './source-resolver.ts';

export interface ImagePlanOptions {
  readonly nowMs: number;
  readonly usesPriorityClasses: boolean;
  /** Since when created Images without `spec.cache` have a volume cache, in milliseconds since 1970; by default, none has one. */
  readonly defaultCacheSinceMs?: number;
  /** Why the API server refused the change of the claim that an earlier plan contained. */
  readonly claimRefusal?: string;
  /** Why the API server refused the Build that an earlier plan contained. */
  readonly buildRefusal?: string;
  /** The limit for which the Build that an earlier plan contained has to wait. */
  readonly queueLimit?: ReachedLimit;
}

/** The next writes for an Image, and the status after them. */
export interface ImagePlan {
  readonly claim?: ClaimWrite;
  /** The SourceResolver to create, or whose metadata and spec to write. */
  readonly resolver?: { readonly kind: 'create' | 'update'; readonly manifest: Manifest };
  readonly build?: Build;
  readonly deletions: readonly Build[];
  readonly status: ImageStatus;
}

/** Plans the next step of an Image (kpack, reconcileImage). While a Build runs, only a claim that it lacks is created. */
export function planImage(observed: ObservedImage, options: ImagePlanOptions): ImagePlan {
  const image = withDefaultCache(observed.image, options.defaultCacheSinceMs);
  const origin = image === observed.image ? 'spec' : 'default';
  const plan = planWrites({ ...observed, image }, options, origin);
  const { status, claim } = plan;
  const conditions = [
    ...status.conditions,
    ...defaultCacheConditions(observed.image, image),
    ...sharedTagConditions(image, observed.sharedTag),
  ];
  return {
    ...plan,
    ...(origin === 'default' && claim?.kind === 'create' && { claim: { ...claim, needsDefaultClass: true } }),
    status: { ...status, conditions },
  };
}

function planWrites(observed: ObservedImage, options: ImagePlanOptions, origin: CacheOrigin): ImagePlan {
  const { image, builder } = observed;
  const history = buildHistory(image, observed.builds);
  const previousClaim = image.status?.buildCacheName ?? '';
  if (builder === undefined || namesBuilderElsewhere(image)) {
    return { deletions: [], status: imageStatus(image, history, builderMissing(image), previousClaim) };
  }
  if (history.unfinished !== undefined) {
    const conditions = buildRunning(history.unfinished, builder);
    return {
      ...lostClaim(observed, history.unfinished),
      deletions: [],
      status: imageStatus(image, history, conditions, previousClaim),
    };
  }
  const claim = claimFor(observed, options, origin);
  const source = sourceFor(observed);
  const next = planBuild({ image, builder, history, source, claim, resolver: observed.resolver }, options);
  const after = next.build === undefined ? history : withBuild(history, next.build);
  const conditions = [...next.conditions, ...cacheConditions(claim, options)];
  return {
    ...(claim.write !== undefined && { claim: claim.write }),
    ...resolverWrite(observed),
    ...(next.build !== undefined && { build: next.build }),
    deletions: excessBuilds(image, history),
    status: imageStatus(image, after, conditions, claim.name ?? ''),
  };
}

/** Plans to create a claim that was deleted after a Build was created that mounts it. The Build's Pod cannot start without it. */
function lostClaim({ image, claim }: ObservedImage, { spec }: Build): Pick<ImagePlan, 'claim'> {
  const wanted = cacheClaim(image);
  const mounted = spec.cache?.volume?.persistentVolumeClaimName;
  if (claim !== undefined || wanted === undefined || mounted !== wanted.metadata.name) return {};
  return { claim: { kind: 'create', claim: wanted } };
}

/** Plans the claim. A Build would wait forever for a claim that the API server refuses to create. */
function claimFor(
  { image, claim: existing }: ObservedImage,
  { claimRefusal }: ImagePlanOptions,
  origin: CacheOrigin,
): ClaimPlan {
  const plan = planClaim(image, existing, origin);
  if (claimRefusal === undefined) return plan;
  const { write, name, problem } = plan;
  return { ...(write?.kind !== 'create' && name !== undefined && { name }), ...(problem !== undefined && { problem }) };
}

function resolverWrite({ image, resolver }: ObservedImage): Pick<ImagePlan, 'resolver'> {
  const manifest = sourceResolver(image);
  if (resolver === undefined) return { resolver: { kind: 'create', manifest } };
  return resolverDifference(image, resolver) === 'none' ? {} : { resolver: { kind: 'update', manifest } };
}

/** Returns the source to build; `undefined` while the SourceResolver has resolved an earlier source of the Image, or none. */
function sourceFor({ image, resolver }: ObservedImage): SourceToBuild | undefined {
  if (resolver === undefined || resolverDifference(image, resolver) === 'spec') return undefined;
  return resolvedSource(resolver);
}

interface Decision {
  readonly image: Image;
  readonly builder: ObservedBuilder;
  readonly history: BuildHistory;
  readonly source: SourceToBuild | undefined;
  readonly claim: ClaimPlan;
  readonly resolver: ObservedResolver | undefined;
}

interface NextStep {
  readonly build?: Build;
  readonly conditions: readonly ImageCondition[];
}

function planBuild(decision: Decision, options: ImagePlanOptions): NextStep {
  const { image, builder, history, source, resolver } = decision;
  if (!isBuilderReady(builder)) return { conditions: idle(builderNotReady(builder), builder) };
  if (source === undefined) return { conditions: idle(resolverNotReady(image, resolver), builder) };
  const changes = buildChanges({ image, ...source, builder, last: history.newest, nowMs: options.nowMs });
  const isBlocked = changes.invalidRunImage?.of === 'builder';
  if (changes.reasons.length > 0 && !isBlocked) {
    const build = buildFor({ ...decision, source }, changes, options);
    const refusal = options.buildRefusal ?? numberRefusal(history);
    if (refusal !== undefined) return { conditions: idle(buildNotCreated(build, refusal), builder) };
    if (options.queueLimit !== undefined) return { conditions: buildQueued(build, options.queueLimit, builder) };
    return { build, conditions: buildRunning(build, builder) };
  }
  if (changes.invalidRunImage !== undefined)
    return { conditions: idle(invalidRunImage(changes.invalidRunImage), builder) };
  // Without a Build, CONFIG is a reason.
  if (history.newest === undefined) throw new Error(`Image ${image.metadata.name} needs its first Build`);
  return { conditions: idle(readyAfter(history.newest), builder) };
}

/** Anybody who may create Builds can create one with a high number. A Build with a longer number would not be known again. */
function numberRefusal({ number }: BuildHistory): string | undefined {
  if (number < MAX_BUILD_NUMBER) return undefined;
  return `its number is too high: delete the Builds with the label image.kpack.io/buildNumber=${number}, delete the Image, and create it again`;
}

function buildFor(
  { image, builder, history, source, claim }: Decision & { readonly source: SourceToBuild },
  { reasons, json }: BuildChanges,
  { nowMs, usesPriorityClasses }: ImagePlanOptions,
): Build {
  return nextBuild(image, {
    history,
    builder: { image: builder.status?.latestImage ?? '' },
    runImage: builder.status?.stack?.runImage,
    ...source,
    reason: reasons.join(','),
    changes: json,
    isCacheUsable: claim.name !== undefined,
    ...(usesPriorityClasses && { priorityClassName: priorityClassOf(reasons) }),
    created: Math.floor(nowMs / 1000),
  });
}

function withBuild(history: BuildHistory, build: Build): BuildHistory {
  return { builds: [...history.builds, build], newest: build, unfinished: build, number: history.number + 1 };
}

/** Returns a condition if the cache is not as the Image asks. Builds run meanwhile. */
function cacheConditions({ problem }: ClaimPlan, { claimRefusal }: ImagePlanOptions): readonly ImageCondition[] {
  const message = [claimRefusal, problem].filter((text) => text !== undefined).join('; ');
  return message === '' ? [] : [{ type: 'CacheReady', status: 'False', reason: 'CacheNotChanged', message }];
}
