import type { Image } from '../api/kpack/image.ts';
import type { JsonObject } from '../model/json.ts';
import type { Manifest } from '../model/kubernetes-object.ts';
import { formatQuantity, requireQuantity } from '../model/quantity.ts';
import { cacheClaim, cacheClaimName } from './cache-claim.ts';
import { isSameMap, type StringMap } from './child-metadata.ts';
import type { ObservedClaim } from './observed-image.ts';

/** A change of the claim of a volume cache. */
export type ClaimWrite =
  | { readonly kind: 'create'; readonly claim: Manifest; readonly needsDefaultClass?: true }
  /** A merge patch of labels and size. */
  | { readonly kind: 'patch'; readonly name: string; readonly patch: JsonObject }
  | { readonly kind: 'delete'; readonly name: string; readonly uid: string };

/** Where an Image has its cache from: its spec, or `DEFAULT_CACHE_SINCE`. */
export type CacheOrigin = 'spec' | 'default';

/** The claim of an Image's volume cache: what to change, and what Builds may use meanwhile. */
export interface ClaimPlan {
  readonly write?: ClaimWrite;
  /** The name of the claim that the next Build mounts. */
  readonly name?: string;
  /** Why the claim differs from the Image's cache, and what to do. */
  readonly problem?: string;
}

/**
 * Plans the claim of an Image's volume cache. A Build never mounts a claim that is being deleted. Builds mount a claim that the Image
 * does not control, such as one that a user restored or made, but the Image does not change this claim. A cache that the spec does not
 * have (`default`) never uses such a claim, which can be that of another program.
 */
export function planClaim(image: Image, existing: ObservedClaim | undefined, origin: CacheOrigin = 'spec'): ClaimPlan {
  const claim = cacheClaim(image);
  if (claim === undefined) return existing === undefined ? {} : planRemoval(image, existing);
  const name = cacheClaimName(image);
  if (existing === undefined) return { write: { kind: 'create', claim }, name };
  if (existing.metadata.deletionTimestamp !== undefined) {
    return { problem: `PersistentVolumeClaim "${name}" is being deleted: Builds run without a cache until it is gone` };
  }
  if (!isControlledBy(image, existing) && origin === 'default') {
    return {
      problem: `PersistentVolumeClaim "${name}" is not controlled by the Image, so Builds run without a cache: give the Image another name, or write spec.cache to use the claim`,
    };
  }
  if (!isControlledBy(image, existing)) {
    const problem = `PersistentVolumeClaim "${name}" is not controlled by the Image: Builds mount the claim, but the controller does not grow, relabel or delete it. To let the controller create a claim, delete this one, or give the Image another name`;
    return { name, problem };
  }
  return { name, ...planChange(image, existing) };
}

function isControlledBy({ metadata: { uid } }: Image, { metadata }: ObservedClaim): boolean {
  return metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid === uid;
}

/** Deletes only the claim of this Image: another object of the namespace may have its name. */
function planRemoval(image: Image, existing: ObservedClaim): ClaimPlan {
  const { metadata } = existing;
  if (metadata.uid === undefined || metadata.deletionTimestamp !== undefined || !isControlledBy(image, existing))
    return {};
  return { write: { kind: 'delete', name: metadata.name, uid: metadata.uid } };
}

function planChange({ metadata, spec }: Image, existing: ObservedClaim): ClaimPlan {
  const { size = '0', storageClassName = '' } = spec.cache?.volume ?? {};
  const [wanted, stored] = [requireQuantity(size), requireQuantity(existing.storage ?? '0')];
  const { name } = existing.metadata;
  const changes = {
    ...(isSameMap(metadata.labels, existing.metadata.labels)
      ? {}
      : { metadata: { labels: replaced(existing, metadata.labels) } }),
    ...(wanted.nano > stored.nano && { spec: { resources: { requests: { storage: size } } } }),
  };
  const problems = [
    ...(wanted.nano < stored.nano
      ? [`PersistentVolumeClaim "${name}" has ${formatQuantity(stored)} and cannot shrink to ${size}`]
      : []),
    ...(storageClassName !== '' && storageClassName !== (existing.storageClassName ?? '')
      ? [
          `PersistentVolumeClaim "${name}" has the storage class "${existing.storageClassName ?? ''}" and cannot change to "${storageClassName}"`,
        ]
      : []),
  ];
  return {
    ...(Object.keys(changes).length > 0 && { write: { kind: 'patch', name, patch: changes } }),
    ...(problems.length > 0 && { problem: `${problems.join('; ')}: delete it to get a new one` }),
  };
}

/** Returns the merge patch (RFC 7386) that replaces the labels. */
function replaced({ metadata }: ObservedClaim, labels: StringMap = {}): JsonObject {
  return { ...Object.fromEntries(Object.keys(metadata.labels ?? {}).map((key) => [key, null])), ...labels };
}
