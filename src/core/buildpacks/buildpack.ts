import type { Target } from './target.ts';

/** A buildpack in a buildpackage, from kpack's statuses or from the labels of an image. */
export interface Buildpack {
  readonly id: string;
  readonly version: string;
  readonly diffId: string;
  readonly digest: string;
  readonly size: number;
  readonly mediaType?: string;
  /** The image that contains the buildpack. All buildpacks of an image form one buildpackage. */
  readonly image?: string;
  readonly api?: string;
  readonly homepage?: string;
  /** The order of a composite buildpack (buildpack.toml, `[[order]]`). */
  readonly order?: readonly ChildGroup[];
  readonly stacks?: readonly SupportedStack[];
  readonly targets?: readonly Target[];
}

/** One group in the order of a composite buildpack. */
interface ChildGroup {
  readonly group: readonly Child[];
}

/** An entry in the order of a composite buildpack. */
export interface Child {
  readonly id: string;
  readonly version?: string;
  readonly optional?: boolean;
}

/** A stack that a buildpack supports. The id `*` means any stack. */
interface SupportedStack {
  readonly id: string;
  readonly mixins?: readonly string[];
}

/** Formats a buildpack as `id@version`, like kpack. */
export function formatBuildpack({ id, version }: { readonly id: string; readonly version: string }): string {
  return `${id}@${version}`;
}

/** Returns the entries in the order of a composite buildpack, or none for a component buildpack. */
export function childrenOf({ order }: Buildpack): readonly Child[] {
  return (order ?? []).flatMap(({ group }) => group);
}

/** True if the buildpack is composite: it has an order and no programs. */
export function isMeta({ order }: Buildpack): boolean {
  return order !== undefined && order.length > 0;
}
