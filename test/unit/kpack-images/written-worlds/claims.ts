import { someBuild, someClaim, someImage, someWorld } from '../some-world.ts';
import { VOLUME, env, type WrittenWorld } from './written-world.ts';

/** Worlds by the claim of the build cache. */
export const CLAIMS: readonly WrittenWorld[] = [
  {
    name: 'a new claim',
    world: someWorld({ image: someImage({ cache: { volume: { size: '2Gi', storageClassName: 'fast' } } }) }),
    expected: 'UpToDate',
  },
  {
    name: 'a claim to grow',
    world: someWorld({ image: someImage(VOLUME), claim: someClaim('1Gi') }),
    expected: 'UpToDate',
  },
  {
    name: 'a claim with other labels',
    world: someWorld({ image: someImage(VOLUME), claim: someClaim('2048Mi', { labels: { team: 'shop' } }) }),
    expected: 'UpToDate',
  },
  { name: 'a claim that is not needed', world: someWorld({ claim: someClaim('1Gi') }), expected: 'UpToDate' },
  {
    name: 'a Build with a claim',
    world: someWorld({
      image: someImage({ ...VOLUME, ...env('17') }, {}, { buildCacheName: 'web-cache' }),
      claim: someClaim('2Gi'),
    }),
    expected: 'CONFIG',
  },
  {
    name: 'a cache together with another change',
    world: someWorld({ image: someImage({ ...VOLUME, ...env('17') }) }),
    expected: 'CONFIG',
    differences: ['image-new-cache-at-once'],
  },
  {
    name: 'a claim with the name of the cache',
    world: someWorld({ claim: someClaim('1Gi', { ownerReferences: [] as never }) }),
    expected: 'UpToDate',
    differences: ['image-claim-of-its-own'],
  },
  {
    name: 'a Build with a claim that the Image does not own, with other labels and another size',
    world: someWorld({
      image: someImage({ ...VOLUME, ...env('17') }, {}, { buildCacheName: 'web-cache' }),
      claim: someClaim('1Gi', { labels: { team: 'shop' }, ownerReferences: [] as never }),
    }),
    expected: 'CONFIG',
    differences: ['image-claim-of-its-own'],
  },
  {
    name: 'a Build while the claim is being deleted',
    world: someWorld({
      image: someImage({ ...VOLUME, ...env('17') }, {}, { buildCacheName: 'web-cache' }),
      claim: someClaim('2Gi', { deletionTimestamp: '2026-02-01T00:00:00Z' }),
    }),
    expected: 'CONFIG',
    differences: ['image-terminating-claim'],
  },
  {
    name: 'a Build that runs and whose claim is gone',
    world: someWorld({
      image: someImage(VOLUME, {}, { buildCacheName: 'web-cache' }),
      builds: [someBuild(1, 'Unknown', { spec: { cache: { volume: { persistentVolumeClaimName: 'web-cache' } } } })],
    }),
    expected: 'BuildRunning',
    differences: ['image-lost-claim', 'image-status-from-builds'],
  },
  {
    name: 'a claim to shrink',
    world: someWorld({ image: someImage(VOLUME), claim: someClaim('4Gi', {}, { storageClassName: 'fast' }) }),
    expected: 'UpToDate',
    differences: ['image-claim-that-cannot-change'],
  },
  {
    name: 'a claim of another storage class',
    world: someWorld({
      image: someImage({ cache: { volume: { size: '2Gi', storageClassName: 'fast' } } }),
      claim: someClaim('2Gi', {}, { storageClassName: 'slow' }),
    }),
    expected: 'UpToDate',
    differences: ['image-claim-that-cannot-change'],
  },
];
