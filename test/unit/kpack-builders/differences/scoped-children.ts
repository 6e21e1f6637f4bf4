import type { StatusBuildpack, World } from '../world.ts';
import { mapStatuses } from './difference.ts';

/** Ids do not contain this character (buildpacks/spec, buildpack.md). */
const MARK = '\u00a7';

/**
 * Returns the world with unique names for the children of each package, so that a composite buildpack uses its own
 * package.
 */
export function withScopedChildren(world: World): World {
  return mapStatuses(world, (buildpacks, name) => {
    const scoped = buildpacks.map((buildpack) => scopeChildren(buildpack, buildpacks, name));
    const copies = scoped.map((buildpack) => ({ ...buildpack, id: scopedId(buildpack, name) }));
    return [...scoped, ...copies, ...keptFromBeingRoots([...buildpacks, ...copies], copies, name)];
  });
}

/** Returns the text with the original names. */
export function unscoped(text: string): string {
  return text.replace(new RegExp(`${MARK}[^${MARK}]*${MARK}`, 'g'), '');
}

function scopeChildren(
  buildpack: StatusBuildpack,
  neighbours: readonly StatusBuildpack[],
  name: string,
): StatusBuildpack {
  const { order, storeImage } = buildpack;
  if (order === undefined) return buildpack;
  const isHere = ({ id, version = '' }: Child): boolean =>
    neighbours.some((one) => one.id === id && isOfImage(one, storeImage.image) && isOfVersion(one, version));
  const scope = (child: Child): Child =>
    isHere(child) ? { ...child, id: scopedId({ id: child.id, storeImage }, name) } : child;
  return { ...buildpack, order: order.map(({ group }) => ({ group: group.map(scope) })) };
}

/** A buildpack in an order is not a root. A buildpack in its own order is not reachable from any root. */
function keptFromBeingRoots(
  buildpacks: readonly StatusBuildpack[],
  copies: readonly StatusBuildpack[],
  name: string,
): readonly StatusBuildpack[] {
  const [first] = copies;
  if (first === undefined) return [];
  const id = scopedId({ id: MARK, storeImage: first.storeImage }, name);
  const used = buildpacks.flatMap(({ order = [] }) => order.flatMap(({ group }) => group));
  return [{ ...first, id, order: [{ group: [{ id }, ...used, ...copies.map((copy) => ({ id: copy.id }))] }] }];
}

function isOfImage({ storeImage }: StatusBuildpack, image: string): boolean {
  return storeImage.image === image;
}

function isOfVersion(buildpack: StatusBuildpack, version: string): boolean {
  return version === '' || buildpack.version === version;
}

function scopedId({ id, storeImage }: Pick<StatusBuildpack, 'id' | 'storeImage'>, name: string): string {
  return `${id}${MARK}${name} ${storeImage.image}${MARK}`;
}

type Child = NonNullable<StatusBuildpack['order']>[number]['group'][number];
