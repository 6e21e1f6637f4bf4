import type { World } from '../world.ts';
import { isOfCycle } from '../comparison.ts';
import type { Difference } from './difference.ts';
import { buildpacksInReach } from './images.ts';
import { withScopedChildren } from './scoped-children.ts';

/** Differences about the contents of a builder. */
export const CONTENT_DIFFERENCES: readonly Difference[] = [
  { id: 'children-of-their-own-package', amend: withScopedChildren },
  {
    id: 'one-name-one-buildpack',
    refusal: { words: /^buildpack (\S+) differs between resources: /, holds: hasSeveral },
  },
  {
    id: 'one-layer-of-a-name',
    refusal: {
      words: /^the order selects different buildpacks as (\S+), but a builder can contain only one: /,
      holds: hasSeveral,
    },
  },
  { id: 'no-cycles', isSeen: ({ crashed }, { refusals }) => crashed !== undefined && refusals.some(isOfCycle) },
];

function hasSeveral(world: World, [, name]: readonly string[]): boolean {
  const named = buildpacksInReach(world).filter(({ id, version }) => `${id}@${version}` === name);
  return new Set(named.map(({ diffId }) => diffId)).size > 1;
}
