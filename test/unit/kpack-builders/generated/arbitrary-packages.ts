import * as fc from 'fast-check';
import { somePackage } from '../some-world.ts';
import type { PackageObject, StatusBuildpack } from '../world.ts';
import { arbitraryBuildpacks } from './arbitrary-buildpacks.ts';

/** Images, and objects that contain them. An image may be in several objects. */
export interface Packages {
  readonly images: Readonly<Record<string, readonly StatusBuildpack[]>>;
  readonly objects: readonly PackageObject[];
}

export const arbitraryPackages: fc.Arbitrary<Packages> = fc
  .tuple(fc.array(arbitraryBuildpacks, { minLength: 3, maxLength: 4 }), arbitraryObjects())
  .map(([contents, choices]) => {
    const images = contents.map((buildpacks, index) => {
      const image = `registry.example.com/packages-${index}`;
      return [image, buildpacks.map((one) => ({ ...one, storeImage: { image } }))] as const;
    });
    const objects = choices.map(({ kind, name, isForeign, picks }): PackageObject => {
      const picked = new Set(picks.map((pick) => pick % images.length));
      const object = somePackage(kind, name, ...[...picked].flatMap((pick) => images[pick]?.[1] ?? []));
      return kind === 'Buildpack' && isForeign ? { ...object, metadata: { name, namespace: 'other' } } : object;
    });
    return { images: Object.fromEntries(images), objects };
  });

interface Choice {
  readonly kind: PackageObject['kind'];
  readonly name: string;
  readonly isForeign: boolean;
  /** The indexes of the images. Only a ClusterStore has more than one. */
  readonly picks: readonly number[];
}

/** Sorts objects by name, because kpack lists objects of one kind in random order. */
function arbitraryObjects(): fc.Arbitrary<readonly Choice[]> {
  const choice = fc
    .record({
      kind: fc.constantFrom('Buildpack' as const, 'ClusterBuildpack' as const, 'ClusterStore' as const),
      name: fc.constantFrom('one', 'two', 'three'),
      isForeign: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      picks: fc.tuple(fc.nat(11), fc.nat(11)),
    })
    .map((made) => (made.kind === 'ClusterStore' ? made : { ...made, picks: made.picks.slice(0, 1) }));
  const selector = ({ kind, name, isForeign }: Choice): string =>
    kind === 'ClusterStore' ? kind : `${kind} ${name} ${kind === 'Buildpack' && isForeign}`;
  return fc
    .uniqueArray(choice, { selector, minLength: 1, maxLength: 4 })
    .map((choices) => choices.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}
