import type { Reference } from './reference.ts';
import type { BuildpackSource } from './source.ts';

/** Who resolves: a Builder sees the Buildpacks of its namespace, a ClusterBuilder sees none (RFC 0009). */
export type BuilderScope =
  | { readonly kind: 'Builder'; readonly namespace: string; readonly store?: string }
  | { readonly kind: 'ClusterBuilder'; readonly store?: string };

/** The sources that a builder may use: of ClusterStores only the one that it names, of images those of its order. */
export function sourcesInReach(
  sources: readonly BuildpackSource[],
  scope: BuilderScope,
  references: readonly Reference[],
): readonly BuildpackSource[] {
  const images = new Set(references.flatMap((reference) => (reference.kind === 'image' ? [reference.image] : [])));
  return sources.filter(({ resource }) => {
    switch (resource.kind) {
      case 'Buildpack':
        return scope.kind === 'Builder' && scope.namespace === resource.namespace;
      case 'ClusterBuildpack':
        return true;
      case 'ClusterStore':
        return scope.store === resource.name;
      case 'image':
        return images.has(resource.name);
    }
  });
}
