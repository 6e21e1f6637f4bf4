import { objectAt, textAt } from '../../model/json-field.ts';
import type { JsonObject } from '../../model/json.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { valueOr } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { namesText } from './resources.ts';

/** Checks the StorageClasses and claims of the volume caches of Images. */
export function checkStorage(facts: ClusterFacts): readonly Finding[] {
  return whenRead('storage', facts.namespace.images, 'the caches of Images', (images) => {
    const cached = images.filter((image) => cacheOf(image) !== undefined);
    if (cached.length === 0) return [ok('storage', 'No Image has a cache in a volume.')];
    const findings = [...classFindings(facts, cached), ...claimFindings(facts)];
    return findings.length > 0 ? findings : [ok('storage', 'The caches of Images have StorageClasses and volumes.')];
  });
}

function cacheOf(image: JsonObject): JsonObject | undefined {
  const cache = objectAt(objectAt(image, 'spec'), 'cache');
  return cache['volume'] === undefined ? undefined : objectAt(cache, 'volume');
}

function classFindings(facts: ClusterFacts, cached: readonly JsonObject[]): readonly Finding[] {
  return whenRead('storage', facts.namespace.storageClasses, 'StorageClasses', (classes) => {
    const names = new Set(classes.map(nameOf));
    const unnamed = cached.filter((image) => textAt(cacheOf(image) ?? {}, 'storageClassName') === undefined);
    const missing = cached.filter((image) => {
      const name = textAt(cacheOf(image) ?? {}, 'storageClassName');
      return name !== undefined && !names.has(name) && !isBound(facts, image);
    });
    return [
      ...missing.map((image) =>
        found(
          'storage',
          'error',
          `The cache of ${namesText([image])} needs the StorageClass ${textAt(cacheOf(image) ?? {}, 'storageClassName') ?? ''}, which does not exist, so its Builds do not start.`,
          'Correct spec.cache.volume.storageClassName of the Image, or create the StorageClass.',
        ),
      ),
      ...(classes.some(isDefault) ? [] : withoutDefault(unnamed.filter((image) => !isBound(facts, image)))),
    ];
  });
}

function withoutDefault(images: readonly JsonObject[]): readonly Finding[] {
  if (images.length === 0) return [];
  return [
    found(
      'storage',
      'error',
      `The cluster has no default StorageClass, which the cache of ${namesText(images)} needs, so Builds do not start.`,
      'Set spec.cache.volume.storageClassName of the Image, make a StorageClass the default, or use spec.cache.registry.',
    ),
  ];
}

/** A claim that has its volume needs no StorageClass. */
function isBound({ namespace }: ClusterFacts, image: JsonObject): boolean {
  const claim = textAt(objectAt(image, 'status'), 'buildCacheName');
  return valueOr(namespace.claims, []).some((each) => nameOf(each) === claim && phaseOf(each) === 'Bound');
}

function isDefault(storageClass: JsonObject): boolean {
  const annotations = objectAt(objectAt(storageClass, 'metadata'), 'annotations');
  return annotations['storageclass.kubernetes.io/is-default-class'] === 'true';
}

function claimFindings(facts: ClusterFacts): readonly Finding[] {
  return whenRead('storage', facts.namespace.claims, 'PersistentVolumeClaims', (claims) => {
    const caches = new Set(
      valueOr(facts.namespace.images, []).map((image) => textAt(objectAt(image, 'status'), 'buildCacheName')),
    );
    return claims.filter((claim) => caches.has(nameOf(claim))).flatMap((claim) => claimFinding(facts, claim));
  });
}

function claimFinding({ namespace }: ClusterFacts, claim: JsonObject): readonly Finding[] {
  const name = nameOf(claim);
  const phase = phaseOf(claim);
  if (phase === 'Lost') {
    return [
      found(
        'storage',
        'error',
        `The claim ${name} has lost its volume, so Builds with this cache do not start.`,
        `Delete the claim; the controller creates a new one: kubectl delete pvc ${name} -n ${namespace.name}`,
      ),
    ];
  }
  if (phase !== 'Pending' || isMadeForPods(valueOr(namespace.storageClasses, []), claim)) return [];
  return [
    found(
      'storage',
      'warning',
      `The claim ${name} has no volume yet. Builds with this cache wait for it.`,
      `See why: kubectl describe pvc ${name} -n ${namespace.name}`,
    ),
  ];
}

/** True if a claim gets its volume only when a Pod uses it, so that it is pending until its first Build. */
function isMadeForPods(classes: readonly JsonObject[], claim: JsonObject): boolean {
  const name = textAt(objectAt(claim, 'spec'), 'storageClassName');
  return classes.some((each) => nameOf(each) === name && each['volumeBindingMode'] === 'WaitForFirstConsumer');
}

function nameOf(object: JsonObject): string {
  return textAt(objectAt(object, 'metadata'), 'name') ?? '';
}

function phaseOf(claim: JsonObject): string | undefined {
  return textAt(objectAt(claim, 'status'), 'phase');
}
