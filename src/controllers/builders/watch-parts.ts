import type { ClusterStore } from '../../api/kpack/cluster-store.ts';
import type { Cached } from '../cluster/cached.ts';
import type { PartCaches } from '../parts/part-caches.ts';
import type { Part } from '../parts/part.ts';
import type { AnyBuilder } from './builder-kind.ts';
import { concerns, partChange, type PartChange } from './concern.ts';

/** Tells of the builders that a change of a part concerns, by key; those that wait are concerned by all. */
export function watchParts(
  parts: PartCaches,
  builders: Pick<Cached<AnyBuilder>, 'store'>,
  waiting: ReadonlySet<string>,
  tell: (key: string) => void,
): void {
  const watch = (kind: PartChange['kind'], cache: Pick<Cached<Part & Pick<ClusterStore, 'status'>>, 'subscribe'>) =>
    cache.subscribe((change) => {
      const part = partChange(kind, change);
      if (part === undefined) return;
      for (const [key, builder] of builders.store.entries()) {
        if (waiting.has(key) || concerns(part, builder)) tell(key);
      }
    });
  watch('Buildpack', parts.buildpacks);
  watch('ClusterBuildpack', parts.clusterBuildpacks);
  watch('ClusterStore', parts.clusterStores);
  watch('ClusterStack', parts.clusterStacks);
  watch('ClusterLifecycle', parts.clusterLifecycles);
}
