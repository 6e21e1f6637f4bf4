import { compareTexts } from './compare-texts.ts';
import type { Buildpack } from './buildpack.ts';

/** The object that buildpacks come from, or the image that an order names itself. */
export type Resource =
  | { readonly kind: 'Buildpack'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'ClusterBuildpack' | 'ClusterStore' | 'image'; readonly name: string };

/** A resource with all buildpacks that it has. No two sources are of one resource. */
export interface BuildpackSource {
  readonly resource: Resource;
  readonly buildpacks: readonly Buildpack[];
}

/** Who is asked first where several have the same buildpack; kpack's documentation has this order. */
const PRECEDENCE = { Buildpack: 0, ClusterBuildpack: 1, ClusterStore: 2, image: 3 } as const;

/** By precedence, then by name. */
export function compareResources(a: Resource, b: Resource): number {
  return PRECEDENCE[a.kind] - PRECEDENCE[b.kind] || compareTexts(a.name, b.name);
}

/** `ClusterStore default`. */
export function formatResource({ kind, name }: Resource): string {
  return `${kind} ${name}`;
}
