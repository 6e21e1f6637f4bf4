import { expect } from 'chai';
import type { OrderEntry } from '../../../../src/core/buildpacks/order-entry.ts';
import type { BuildpackSource } from '../../../../src/core/buildpacks/buildpack-source.ts';
import { resolved, someBuildpack, someMeta, someSource } from './some-buildpacks.ts';

const META = someMeta('io.buildpack.meta@1.0.0', 'io.buildpack.engine@1.0.0', 'io.buildpack.package-manager@1.0.0?');
const ENGINE = someBuildpack('io.buildpack.engine@1.0.0');
const PACKAGE_MANAGER = someBuildpack('io.buildpack.package-manager@1.0.0');
const V8 = someBuildpack('io.buildpack.multi@8.0.0');
const V9 = someBuildpack('io.buildpack.multi@9.0.0');

type Row = readonly [title: string, entry: OrderEntry, says: string];

const NOT_FOUND = "could not find buildpack with id 'fake-buildpack'";
const NO_VERSION = "could not find buildpack with id 'io.buildpack.multi' and version '8.0.1'";

/** The resources of one kind, and kpack's results for them (pkg/cnb/buildpack_resolver_test.go). */
function ofKind(kind: 'Buildpack' | 'ClusterBuildpack'): readonly BuildpackSource[] {
  return [
    someSource(kind, 'io.buildpack.meta', META, ENGINE, PACKAGE_MANAGER),
    someSource(kind, 'io.buildpack.multi-8.0.0', V8),
    someSource(kind, 'io.buildpack.multi-9.0.0', V9),
    someSource(kind, 'io.buildpack.multi', V8, V9),
  ];
}

function rowsOfKind(kind: 'Buildpack' | 'ClusterBuildpack', noName: string, notFound: string): readonly Row[] {
  const meta = { kind, name: 'io.buildpack.meta' };
  const multi = { kind, name: 'io.buildpack.multi', id: 'io.buildpack.multi' };
  return [
    ['an id', { id: 'io.buildpack.meta' }, `io.buildpack.meta@1.0.0 of ${kind} io.buildpack.meta`],
    ['a nested id', { id: 'io.buildpack.engine' }, `io.buildpack.engine@1.0.0 of ${kind} io.buildpack.meta`],
    [
      'an id and version',
      { id: 'io.buildpack.multi', version: '8.0.0' },
      `io.buildpack.multi@8.0.0 of ${kind} io.buildpack.multi`,
    ],
    ['the highest', { id: 'io.buildpack.multi' }, `io.buildpack.multi@9.0.0 of ${kind} io.buildpack.multi`],
    ['an unknown id', { id: 'fake-buildpack' }, NOT_FOUND],
    ['an unknown version', { id: 'io.buildpack.multi', version: '8.0.1' }, NO_VERSION],
    ['a resource', meta, `io.buildpack.meta@1.0.0 of ${kind} io.buildpack.meta`],
    ['an unknown kind', { ...meta, kind: 'Fake' }, 'kind must be either Buildpack or ClusterBuildpack'],
    ['an unknown resource', { kind, name: 'fake-buildpack' }, noName],
    ['an id in an unknown resource', { kind, name: 'fake-buildpack', id: 'io.buildpack.meta' }, notFound],
    [
      'an id in a resource',
      { ...meta, id: 'io.buildpack.meta' },
      `io.buildpack.meta@1.0.0 of ${kind} io.buildpack.meta`,
    ],
    [
      'a nested id in a resource',
      { ...meta, id: 'io.buildpack.engine' },
      `io.buildpack.engine@1.0.0 of ${kind} io.buildpack.meta`,
    ],
    [
      'a version in a resource',
      { ...multi, version: '8.0.0' },
      `io.buildpack.multi@8.0.0 of ${kind} io.buildpack.multi`,
    ],
    ['an unknown id in a resource', { ...meta, id: 'fake-buildpack' }, NOT_FOUND],
    ['an unknown version in a resource', { ...multi, version: '8.0.1' }, NO_VERSION],
    ['a resource of two roots', { kind, name: 'io.buildpack.multi' }, 'unexpected number of root buildpacks: 2'],
  ];
}

function describeRows(title: string, sources: readonly BuildpackSource[], rows: readonly Row[]): void {
  describe(title, () => {
    for (const [name, entry, says] of rows) {
      it(`${name}: ${says}`, () => expect(resolved(entry, sources)).to.deep.equal([says]));
    }
  });
}

describe("kpack's test cases of resolution", () => {
  describeRows(
    'in a ClusterStore',
    [someSource('ClusterStore', 'some-store', META, ENGINE, PACKAGE_MANAGER, V8, V9)],
    [
      ['an id', { id: 'io.buildpack.engine' }, 'io.buildpack.engine@1.0.0 of ClusterStore some-store'],
      [
        'an id and version',
        { id: 'io.buildpack.multi', version: '8.0.0' },
        'io.buildpack.multi@8.0.0 of ClusterStore some-store',
      ],
      ['an unknown id', { id: 'fake-buildpack' }, NOT_FOUND],
      ['an unknown version', { id: 'io.buildpack.multi', version: '8.0.1' }, NO_VERSION],
      [
        'a store as kind',
        { kind: 'ClusterStore', name: 'some-store' },
        'kind must be either Buildpack or ClusterBuildpack',
      ],
    ],
  );

  describeRows(
    'in Buildpacks',
    ofKind('Buildpack'),
    rowsOfKind('Buildpack', "no buildpack with name 'fake-buildpack'", 'buildpack not found: fake-buildpack'),
  );

  describeRows(
    'in ClusterBuildpacks',
    ofKind('ClusterBuildpack'),
    rowsOfKind(
      'ClusterBuildpack',
      "no cluster buildpack with name 'fake-buildpack'",
      'cluster buildpack not found: fake-buildpack',
    ),
  );

  describeRows(
    'in resources of all kinds',
    [
      someSource('ClusterStore', 'some-store', META, ENGINE, PACKAGE_MANAGER, V8, V9),
      someSource('Buildpack', 'io.buildpack.multi-8.0.0', V8),
      someSource('ClusterBuildpack', 'io.buildpack.multi-8.0.0', V8),
      someSource('ClusterBuildpack', 'io.buildpack.multi-9.0.0', V9),
    ],
    [
      ['what only the store has', { id: 'io.buildpack.meta' }, 'io.buildpack.meta@1.0.0 of ClusterStore some-store'],
      [
        'a Buildpack before all others',
        { id: 'io.buildpack.multi', version: '8.0.0' },
        'io.buildpack.multi@8.0.0 of Buildpack io.buildpack.multi-8.0.0',
      ],
      [
        'a ClusterBuildpack before a ClusterStore',
        { id: 'io.buildpack.multi', version: '9.0.0' },
        'io.buildpack.multi@9.0.0 of ClusterBuildpack io.buildpack.multi-9.0.0',
      ],
      [
        'the highest by the same precedence',
        { id: 'io.buildpack.multi' },
        'io.buildpack.multi@9.0.0 of ClusterBuildpack io.buildpack.multi-9.0.0',
      ],
      ['only a name', { name: 'io.buildpack.multi' }, 'invalid buildpack reference'],
      ['nothing', {}, 'invalid buildpack reference'],
    ],
  );
});
