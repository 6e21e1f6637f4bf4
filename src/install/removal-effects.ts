import type { KpackInventory } from './kpack-inventory.ts';
import type { RemovalScope } from './removal.ts';

/** Returns one line for each kind of object that a removal leaves or deletes, with what happens to the objects. */
export function removalLines(inventory: KpackInventory, scope: RemovalScope): readonly string[] {
  const fate = scope === 'controller' ? 'kept' : 'deleted with the definitions';
  const lines: readonly (readonly [count: number, name: string, fate: string])[] = [
    [inventory.images, 'Image', scope === 'controller' ? 'kept, and not built any more' : fate],
    [inventory.finishedBuilds, 'finished Build', fate],
    [inventory.sourceResolvers, 'SourceResolver', fate],
    [inventory.cacheClaims, 'cache claim', scope === 'controller' ? fate : 'deleted with the Images'],
  ];
  return lines
    .filter(([count]) => count > 0)
    .map(([count, name, becomes]) => `${count} ${name}${count === 1 ? '' : 's'}: ${becomes}`);
}

/** Returns the message about Builds that have not finished, or `undefined` if there are none. */
export function unfinishedBuildsMessage(
  { unfinishedBuilds: count }: KpackInventory,
  scope: RemovalScope,
): string | undefined {
  if (count === 0) return undefined;
  const names = count === 1 ? '1 Build has' : `${count} Builds have`;
  const effect =
    scope === 'controller'
      ? 'no controller would record their results'
      : 'the cluster would delete them and their Pods with the definitions';
  return `${names} not finished, and ${effect}. Wait for them, or cancel them: taskpack list builds -A`;
}
