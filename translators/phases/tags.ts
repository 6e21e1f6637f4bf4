import type { ResolvedBuild } from '../../src/model/resolved-build.ts';

/** All tags that are written, the first one in front. */
export function tagArgs({ tags, tagList }: ResolvedBuild): readonly string[] {
  return tagList === undefined ? tags : [tagList];
}
