import * as fc from 'fast-check';
import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import type { PackageObject, StatusBuildpack } from '../world.ts';
import type { Packages } from './arbitrary-packages.ts';

/** Order entries that refer to the packages of this world, so that most of them resolve. */
export function arbitraryEntry({ images, objects }: Packages): fc.Arbitrary<OrderEntry> {
  const offers = objects.flatMap((object) => object.status.buildpacks.map((buildpack) => ({ object, buildpack })));
  const offer = fc.constantFrom(...offers);
  const image = fc.constantFrom(...Object.keys(images), 'registry.example.com/unknown');
  const usual = fc.oneof(
    { weight: 12, arbitrary: offer.map(({ buildpack: { id } }) => ({ id })) },
    { weight: 12, arbitrary: offer.map(({ buildpack: { id, version } }) => ({ id, version })) },
    { weight: 16, arbitrary: offer.chain(({ object, buildpack }) => inside(object, buildpack)) },
    { weight: 2, arbitrary: fc.tuple(offer, range).map(([{ buildpack }, version]) => ({ id: buildpack.id, version })) },
    {
      weight: 1,
      arbitrary: fc.tuple(offer, image).map(([{ buildpack }, name]) => ({ image: name, id: buildpack.id })),
    },
    { weight: 1, arbitrary: image.map((name) => ({ image: name })) },
    { weight: 1, arbitrary: odd },
  );
  return fc.tuple(usual, fc.boolean()).map(([entry, optional]) => (optional ? { ...entry, optional } : entry));
}

const range = fc.constantFrom('^1', '1.x', '>=1.1.0 <3', '*', '^9');

const odd: fc.Arbitrary<OrderEntry> = fc.constantFrom<OrderEntry>(
  {},
  { name: 'one' },
  { id: 'ghost' },
  { id: 'java', version: '9.0.0' },
  { kind: 'Buildpack', name: 'ghost' },
  { kind: 'ClusterBuildpack', name: 'ghost', id: 'java' },
  { kind: 'ClusterStore', name: 'one' },
  { kind: 'Buildpack', name: 'one', namespace: 'other', id: 'java' },
);

/** The buildpacks of a ClusterStore can be named by id only. */
function inside(object: PackageObject, { id, version }: StatusBuildpack): fc.Arbitrary<OrderEntry> {
  const { kind, metadata } = object;
  const { name } = metadata;
  if (kind === 'ClusterStore') return fc.constantFrom<OrderEntry>({ id }, { id, version });
  return fc.constantFrom<OrderEntry>(
    { kind, name },
    { kind, name, version },
    { kind, name, id },
    { kind, name, id, version },
  );
}
