import type { Buildpack } from './buildpack.ts';
import { compareTexts } from '../model/compare-texts.ts';
import type { Reference } from './order-entry.ts';

/** A resource that provides buildpacks: an object, or an image that an order references. */
export type Resource =
  | { readonly kind: 'Buildpack'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'ClusterBuildpack' | 'ClusterStore' | 'image'; readonly name: string };

/** A resource with all its buildpacks. Each resource has one source. */
export interface BuildpackSource {
  readonly resource: Resource;
  readonly buildpacks: readonly Buildpack[];
}

/** The precedence of resources that provide the same buildpack, as kpack documents it. The lowest number wins. */
const PRECEDENCE = { Buildpack: 0, ClusterBuildpack: 1, ClusterStore: 2, image: 3 } as const;

/** Compares resources by precedence, then by name. */
export function compareResources(a: Resource, b: Resource): number {
  return PRECEDENCE[a.kind] - PRECEDENCE[b.kind] || compareTexts(a.name, b.name);
}

/** Formats a resource, for example `ClusterStore default`. */
export function formatResource({ kind, name }: Resource): string {
  return `${kind} ${name}`;
}

/**
 * The builder whose order is resolved. A Builder can use the Buildpacks of its namespace. A ClusterBuilder can use none
 * (kpack's RFC 0009).
 */
export type BuilderScope =
  | { readonly kind: 'Builder'; readonly namespace: string; readonly store?: string }
  | { readonly kind: 'ClusterBuilder'; readonly store?: string };

/**
 * Returns the sources that a builder may use. These include the ClusterStore of its spec and the images of its order.
 */
export function usableSources(
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
