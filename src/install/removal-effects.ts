import { totalCounts, type RemovalCounts, type RemovalInventory } from './removal-inventory.ts';
import type { RemovalScope } from './removal.ts';
import { NAMESPACE } from './manifest.ts';

type Counts = readonly (readonly [count: number, name: string])[];

/** Returns one line for each kind of object that a removal leaves or deletes, with what happens to the objects. */
export function removalLines(inventory: RemovalInventory, scope: RemovalScope): readonly string[] {
  if (scope.definitions === 'deleted')
    return countsOf(totalCounts(inventory)).map(
      ([count, name]) =>
        `${counted(count, name)}: deleted with the ${name === 'cache claim' ? 'Images' : 'definitions'}`,
    );
  const kept = scope.namespace === 'kept' ? totalCounts(inventory) : inventory.elsewhere;
  return [
    ...countsOf(kept).map(
      ([count, name]) => `${counted(count, name)}: kept${name === 'Image' ? ', and not built any more' : ''}`,
    ),
    ...deletedWithNamespace(inventory, scope).map(
      ([count, name]) => `${counted(count, name)} in the namespace ${NAMESPACE}: deleted with the namespace`,
    ),
  ];
}

/** Returns the reasons not to remove the controller yet: Builds that have not finished, and objects of users in its namespace. */
export function removalMessages(inventory: RemovalInventory, scope: RemovalScope): readonly string[] {
  const lost = deletedWithNamespace(inventory, scope).map(([count, name]) => counted(count, name));
  return [
    ...unfinishedBuilds(totalCounts(inventory).unfinishedBuilds, scope),
    ...(lost.length === 0
      ? []
      : [
          `the cluster would delete ${lost.join(', ')} with the namespace ${NAMESPACE}. Move them to another namespace, or keep the namespace: taskpack uninstall --keep-namespace`,
        ]),
  ];
}

function unfinishedBuilds(count: number, { definitions }: RemovalScope): readonly string[] {
  if (count === 0) return [];
  const names = count === 1 ? '1 Build has' : `${count} Builds have`;
  const effect =
    definitions === 'kept'
      ? 'no controller would record their results'
      : 'the cluster would delete them and their Pods with the definitions';
  return [`${names} not finished, and ${effect}. Wait for them, or cancel them: taskpack list builds -A`];
}

/** With the definitions, the objects of all namespaces are deleted. */
function deletedWithNamespace({ inNamespace }: RemovalInventory, scope: RemovalScope): Counts {
  return scope.definitions === 'kept' && scope.namespace === 'deleted' ? countsOf(inNamespace) : [];
}

function countsOf(counts: Readonly<RemovalCounts>): Counts {
  const { images, finishedBuilds, builders, buildpacks, sourceResolvers, cacheClaims } = counts;
  const all: Counts = [
    [images, 'Image'],
    [finishedBuilds, 'finished Build'],
    [builders, 'Builder'],
    [buildpacks, 'Buildpack'],
    [sourceResolvers, 'SourceResolver'],
    [cacheClaims, 'cache claim'],
  ];
  return all.filter(([count]) => count > 0);
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
