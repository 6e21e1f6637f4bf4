import { childrenOf, type Buildpack } from './buildpack.ts';

/** What a package is for: buildpacks that none of the others is made of, whatever the version (kpack, NewTree). */
export function rootsOf(buildpacks: readonly Buildpack[]): readonly Buildpack[] {
  const used = new Set(buildpacks.flatMap(childrenOf).map(({ id }) => id));
  return buildpacks.filter(({ id }) => !used.has(id));
}
