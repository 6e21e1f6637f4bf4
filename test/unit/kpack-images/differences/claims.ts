import { requireQuantity } from '../../../../src/core/model/quantity.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../../support/json-field.ts';
import type { ImageWorld } from '../image-oracle.ts';
import { shortest, type Outcome, type Pair } from '../outcome.ts';
import { endOf, hasStep, isTerminating, newestOf } from '../world-fields.ts';
import type { Difference } from './difference.ts';

/** Differences in the claim of a volume cache. */
export const CLAIM_DIFFERENCES: readonly Difference[] = [
  { id: 'image-claim-of-its-own', reduce: withoutForeignClaim },
  { id: 'image-terminating-claim', reduce: withoutTerminatingClaim },
  { id: 'image-claim-that-cannot-change', reduce: withoutRefusedChange },
  { id: 'image-lost-claim', reduce: withoutLostClaim },
];

/** While a Build runs, kpack creates no claim. */
function withoutLostClaim({ kpack, ours }: Pair, world: ImageWorld): Pair {
  const newest = newestOf(world);
  const isRunning = newest !== undefined && endOf(newest) === 'Unknown';
  return { kpack, ours: isRunning && world.claim === undefined ? withoutClaim(ours) : ours };
}

/** kpack changes and deletes a claim with the name of the cache, even if another object owns it. */
function withoutForeignClaim({ kpack, ours }: Pair, { claim, image }: ImageWorld): Pair {
  if (claim === undefined || isTerminating(claim)) return { kpack, ours };
  const owners = objectsAt(objectAt(claim, 'metadata'), 'ownerReferences');
  const isOwned = owners.some(({ uid }) => uid === objectAt(image, 'metadata')['uid']);
  return isOwned ? { kpack, ours } : { kpack: withoutClaim(kpack), ours: withoutCacheCondition(ours) };
}

/** kpack mounts a claim that is being deleted, updates it and deletes it again. */
function withoutTerminatingClaim({ kpack, ours }: Pair, world: ImageWorld): Pair {
  const { claim } = world;
  if (claim === undefined || !isTerminating(claim) || !hasStep(world)) return { kpack, ours };
  const { buildCacheName: _, ...status } = kpack.status;
  const { build } = kpack;
  const unmounted = build && withoutVolume(build);
  return {
    kpack: { ...withoutClaim(kpack), status, ...(unmounted !== undefined && { build: unmounted }) },
    ours: withoutCacheCondition(ours),
  };
}

function withoutVolume(build: JsonObject): JsonObject {
  const { cache, ...spec } = objectAt(build, 'spec');
  const { volume: _, ...others } = (cache ?? {}) as JsonObject;
  return { ...build, spec: { ...spec, ...(Object.keys(others).length > 0 && { cache: others }) } };
}

/** kpack asks for a smaller claim, which the API server refuses for good. It ignores another storage class. */
function withoutRefusedChange({ kpack, ours }: Pair, { claim }: ImageWorld): Pair {
  const stored = textAt(objectAt(objectAt(objectAt(claim ?? {}, 'spec'), 'resources'), 'requests'), 'storage');
  const wanted = kpack.claim && textAt(kpack.claim, 'storage');
  const isShrinking =
    stored !== undefined && wanted !== undefined && requireQuantity(wanted).nano < requireQuantity(stored).nano;
  if (!isShrinking) return { kpack, ours: withoutCacheCondition(ours) };
  const kept = { ...kpack.claim, storage: shortest(stored) };
  return {
    kpack: ours.claim === undefined ? withoutClaim(kpack) : { ...kpack, claim: kept },
    ours: withoutCacheCondition(ours),
  };
}

function withoutClaim(outcome: Outcome): Outcome {
  const { claim: _, ...rest } = outcome;
  return rest;
}

function withoutCacheCondition(outcome: Outcome): Outcome {
  const conditions = objectsAt(outcome.status, 'conditions').filter(({ type }) => type !== 'CacheReady');
  return { ...outcome, status: { ...outcome.status, conditions } };
}
