import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { withField } from './objects.ts';

/** A change of an existing object and the expected message. `says` is absent if the API server accepts the change. */
export interface Change {
  readonly of: KubernetesObject;
  readonly patch: Readonly<Record<string, unknown>>;
  readonly says?: string;
}

const BUILD = withField('Build', 'serviceAccountName', 'builder');
const CACHED = withField('Image', 'cache', { volume: { size: '2G', storageClassName: 'fast' } });

function volume(change: Readonly<Record<string, unknown>>): Change['patch'] {
  return { spec: { cache: { volume: change } } };
}

/** Changes by kpack's rules for updates. */
export const CHANGES: readonly Change[] = [
  { of: BUILD, patch: { metadata: { labels: { team: 'web' } } } },
  { of: BUILD, patch: { spec: { serviceAccountName: 'other' } }, says: 'spec: Forbidden: Immutable fields changed' },
  { of: BUILD, patch: { spec: { env: [{ name: 'NEW' }] } }, says: 'spec: Forbidden: Immutable fields changed' },
  { of: BUILD, patch: { spec: { tags: null } }, says: 'spec.tags: Required value' },
  { of: CACHED, patch: { spec: { defaultProcess: 'web', source: { git: { revision: 'other' } } } } },
  {
    of: CACHED,
    patch: { spec: { tag: 'registry.example/other' } },
    says: 'spec.tag: Forbidden: Immutable field changed',
  },
  { of: CACHED, patch: volume({ size: '3G' }) },
  { of: CACHED, patch: volume({ size: '2000M' }) },
  { of: CACHED, patch: volume({ size: '2Gi' }) },
  { of: CACHED, patch: volume({ size: 3000000000 }) },
  {
    of: CACHED,
    patch: volume({ size: '1.9G' }),
    says: 'spec.cache.volume.size: Invalid value: "1.9G": Field cannot be decreased',
  },
  {
    of: CACHED,
    patch: volume({ storageClassName: 'slow' }),
    says: 'spec.cache.volume.storageClassName: Forbidden: Immutable field changed',
  },
  {
    of: CACHED,
    patch: volume({ storageClassName: null }),
    says: 'spec.cache.volume.storageClassName: Forbidden: Immutable field changed',
  },
  { of: CACHED, patch: { spec: { cache: null } } },
  { of: CACHED, patch: { spec: { cache: { volume: null, registry: { tag: 'registry.example/cache' } } } } },
];
