import { DEFAULT_CLASS_ANNOTATION } from '../../../core/model/default-storage-class.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asImage, type Image } from '../../../core/model/objects/image.ts';
import { fields, text, textMap } from '../../../core/model/objects/reader.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';
import { valueOr } from '../used-workload.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { namesText } from './resources.ts';

const asStorageClass = fields({
  metadata: fields({ name: text, annotations: textMap }),
  volumeBindingMode: text,
});

type StorageClass = ReturnType<typeof asStorageClass>;

/** A PersistentVolumeClaim (core/v1). */
const asClaim = fields({
  metadata: fields({ name: text }),
  spec: fields({ storageClassName: text }),
  status: fields({ phase: text }),
});

type Claim = ReturnType<typeof asClaim>;

/** Checks the StorageClasses and claims of the volume caches of Images. */
export function checkStorage(facts: ClusterFacts): readonly Finding[] {
  return whenRead('storage', facts.namespace.images, 'the caches of Images', (images) => {
    const cached = images.map(asImage).filter((image) => image.spec.cache.raw['volume'] !== undefined);
    if (cached.length === 0) return [ok('storage', 'No Image has a cache in a volume.')];
    const findings = [...classFindings(facts, cached), ...claimFindings(facts)];
    return findings.length > 0 ? findings : [ok('storage', 'The caches of Images have StorageClasses and volumes.')];
  });
}

function classFindings(facts: ClusterFacts, cached: readonly Image[]): readonly Finding[] {
  return whenRead('storage', facts.namespace.storageClasses, 'StorageClasses', (objects) => {
    const classes = objects.map(asStorageClass);
    const names = new Set(classes.map(nameOf));
    const unnamed = cached.filter((image) => image.spec.cache.volume?.storageClassName === undefined);
    const missing = cached.filter((image) => {
      const name = image.spec.cache.volume?.storageClassName;
      return name !== undefined && !names.has(name) && !isBound(facts, image);
    });
    return [
      ...missing.map((image) =>
        found(
          'storage',
          'error',
          `The cache of ${namesText([image])} needs the StorageClass ${image.spec.cache.volume?.storageClassName ?? ''}, which does not exist, so its Builds do not start.`,
          'Correct spec.cache.volume.storageClassName of the Image, or create the StorageClass.',
        ),
      ),
      ...(classes.some(isDefault) ? [] : withoutDefault(unnamed.filter((image) => !isBound(facts, image)))),
    ];
  });
}

function withoutDefault(images: readonly Image[]): readonly Finding[] {
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
function isBound({ namespace }: ClusterFacts, image: Image): boolean {
  const claim = image.status.buildCacheName;
  const claims = valueOr(namespace.claims, []).map(asClaim);
  return claims.some((each) => nameOf(each) === claim && each.status.phase === 'Bound');
}

function isDefault({ metadata }: StorageClass): boolean {
  return metadata.annotations.get(DEFAULT_CLASS_ANNOTATION) === 'true';
}

function claimFindings(facts: ClusterFacts): readonly Finding[] {
  return whenRead('storage', facts.namespace.claims, 'PersistentVolumeClaims', (claims) => {
    const caches = new Set(valueOr(facts.namespace.images, []).map((image) => asImage(image).status.buildCacheName));
    return claims
      .map(asClaim)
      .filter((claim) => caches.has(nameOf(claim)))
      .flatMap((claim) => claimFinding(facts, claim));
  });
}

function claimFinding({ namespace }: ClusterFacts, claim: Claim): readonly Finding[] {
  const name = nameOf(claim);
  const { phase } = claim.status;
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
function isMadeForPods(classes: readonly JsonObject[], claim: Claim): boolean {
  const name = claim.spec.storageClassName;
  return classes
    .map(asStorageClass)
    .some((each) => nameOf(each) === name && each.volumeBindingMode === 'WaitForFirstConsumer');
}

function nameOf({ metadata }: StorageClass | Claim): string {
  return metadata.name ?? '';
}
