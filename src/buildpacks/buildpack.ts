import type { Target } from './target.ts';

/** One buildpack as it lies in a package: what kpack keeps in a status, and what the spec's labels say beyond it. */
export interface Buildpack {
  readonly id: string;
  readonly version: string;
  readonly diffId: string;
  readonly digest: string;
  readonly size: number;
  readonly mediaType?: string;
  /** The image that it lies in; buildpacks of one image are one package. */
  readonly image?: string;
  readonly api?: string;
  readonly homepage?: string;
  /** Only meta-buildpacks have one (buildpack.toml, `[[order]]`). */
  readonly order?: readonly ChildGroup[];
  readonly stacks?: readonly SupportedStack[];
  readonly targets?: readonly Target[];
}

/** One group in the order of a meta-buildpack. */
interface ChildGroup {
  readonly group: readonly Child[];
}

/** A buildpack that a meta-buildpack is made of. */
export interface Child {
  readonly id: string;
  readonly version?: string;
  readonly optional?: boolean;
}

/** A stack that a buildpack runs on; `*` is any. */
interface SupportedStack {
  readonly id: string;
  readonly mixins?: readonly string[];
}

/** `id@version`, as kpack prints a buildpack. */
export function formatBuildpack({ id, version }: { readonly id: string; readonly version: string }): string {
  return `${id}@${version}`;
}

/** What a meta-buildpack is made of, in its order; nothing for any other. */
export function childrenOf({ order }: Buildpack): readonly Child[] {
  return (order ?? []).flatMap(({ group }) => group);
}

/** Whether it only stands for others, and so runs nothing itself. */
export function isMeta({ order }: Buildpack): boolean {
  return order !== undefined && order.length > 0;
}
