import * as fc from 'fast-check';
import { someBuildpack } from '../some-world.ts';
import type { Child } from '../../../../src/core/buildpacks/buildpack.ts';
import type { StatusBuildpack } from '../world.ts';

/** The requirements of a buildpack by id, so that copies of a buildpack have equal requirements. */
const NEEDS: Readonly<Record<string, Partial<StatusBuildpack>>> = {
  java: { stacks: [{ id: 'stack', mixins: ['git'] }] },
  node: { api: '0.9', stacks: [{ id: 'other' }, { id: '*' }] },
  ruby: { targets: [{ os: 'linux', arch: 'amd64' }] },
};

const leafId = fc.constantFrom(...Object.keys(NEEDS));
const metaId = fc.constantFrom('web', 'all', 'app');

const version = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom('1.0.0', '1.1.0', '2.0.0') },
  { weight: 8, arbitrary: fc.constantFrom('1.0', '1', 'v1.1.0', '2.0.0-rc.1', '2.0.0+5', '01.1.0') },
  { weight: 1, arbitrary: fc.constantFrom('latest', '1.0.0.0') },
);

/** Rarely another layer than other buildpacks of the same name. */
const bytes = fc.oneof({ weight: 20, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('#2') });

const leaf = fc.record({ id: leafId, version, bytes });

const child = fc.oneof(
  { weight: 8, arbitrary: fc.record({ neighbour: fc.nat(9), isAnyVersion: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ neighbour: fc.nat(9), isAnyVersion: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ id: fc.oneof(leafId, metaId), version }, { requiredKeys: ['id'] }) },
);

const meta = fc.record({ id: metaId, version, children: fc.array(child, { minLength: 1, maxLength: 3 }) });

/** The buildpacks of one image: each name once, and in half of the images a root buildpack. */
export const arbitraryBuildpacks: fc.Arbitrary<readonly StatusBuildpack[]> = fc
  .record({
    leaves: fc.uniqueArray(leaf, { selector: nameOf, minLength: 1, maxLength: 4 }),
    metas: fc.uniqueArray(meta, { selector: nameOf, maxLength: 2 }),
    root: fc.option(version, { nil: undefined }),
  })
  .map(({ leaves, metas, root }) => {
    const buildpacks = [
      ...leaves.map((one) => someBuildpack(`${nameOf(one)}${one.bytes}`, NEEDS[one.id])),
      ...metas.map((one) =>
        metaOf(
          nameOf(one),
          one.children.map((reference) => childOf(reference, leaves)),
        ),
      ),
    ];
    const all = buildpacks.map((one) => ({ id: one.id, version: one.version }));
    return root === undefined ? buildpacks : [...buildpacks, metaOf(`kit@${root}`, all)];
  });

/** The layer contains the order, so another order means another layer. */
function metaOf(name: string, group: readonly Child[]): StatusBuildpack {
  return someBuildpack(`${name}#${JSON.stringify(group)}`, { order: [{ group }] });
}

type Made<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
type Leaf = Made<typeof leaf>;

function childOf(reference: Made<typeof child>, leaves: readonly Leaf[]): Child {
  if ('id' in reference) return reference;
  const { id, version: exact } = leaves[reference.neighbour % leaves.length] as Leaf;
  return reference.isAnyVersion ? { id } : { id, version: exact };
}

function nameOf(buildpack: { readonly id: string; readonly version: string }): string {
  return `${buildpack.id}@${buildpack.version}`;
}
