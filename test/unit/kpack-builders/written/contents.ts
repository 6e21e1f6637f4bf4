import { someBuilder, someBuildpack, someMeta, somePackage, someWorld } from '../some-world.ts';
import type { StatusBuildpack } from '../world.ts';
import type { WrittenWorld } from './written-world.ts';

const STORE = somePackage('ClusterStore', 'default', 'java@1', 'java@2', 'node@1', someMeta('web@1', 'java@1', 'node'));
const OTHER_IMAGE = { storeImage: { image: 'registry.example.com/other' } };

function inOtherImage(buildpack: StatusBuildpack): StatusBuildpack {
  return { ...buildpack, ...OTHER_IMAGE };
}

/** Worlds that test the contents of a builder. */
export const CONTENTS: readonly WrittenWorld[] = [
  {
    name: 'a meta-buildpack',
    world: someWorld([{ id: 'web' }], [STORE]),
    kpack: 'web@1 of ClusterStore/default',
  },
  {
    name: 'an order of no group',
    world: { ...someWorld([], [STORE]), builder: someBuilder([]) },
    kpack: 'nothing',
  },
  {
    name: 'two groups with one buildpack, optional in one of them',
    world: {
      ...someWorld([], [STORE]),
      builder: someBuilder([{ group: [{ id: 'web' }, { id: 'java', optional: true }] }, { group: [{ id: 'java' }] }]),
    },
    kpack: 'web@1 of ClusterStore/default',
  },
  {
    name: 'meta-buildpacks in meta-buildpacks',
    world: someWorld([{ id: 'all' }], [STORE, somePackage('Buildpack', 'own', someMeta('all@1', 'web@1', 'java@2'))]),
    kpack: 'all@1 of Buildpack/own',
  },
  {
    name: 'a child that nobody has',
    world: someWorld([{ id: 'all' }], [STORE, somePackage('Buildpack', 'own', someMeta('all@1', 'ruby@1'))]),
    kpack: "could not find buildpack with id 'ruby'",
  },
  {
    name: 'a child of a version that nobody has',
    world: someWorld([{ id: 'all' }], [STORE, somePackage('Buildpack', 'own', someMeta('all@1', 'java@3'))]),
    kpack: "could not find buildpack with id 'java' and version '3'",
  },
  {
    name: 'a child elsewhere, of whose version its package has only the beginning',
    world: someWorld(
      [{ id: 'all' }],
      [STORE, somePackage('Buildpack', 'own', someMeta('all@1', 'java@1'), 'java@1.0')],
    ),
    kpack: 'all@1 of Buildpack/own',
  },
  {
    name: 'a child by a range, which is none there',
    world: someWorld([{ id: 'all' }], [STORE, somePackage('Buildpack', 'own', someMeta('all@1', 'java@^1'))]),
    kpack: "could not find buildpack with id 'java' and version '^1'",
  },
  {
    name: 'a child of any version, one of which is none',
    world: someWorld(
      [{ id: 'all' }],
      [somePackage('Buildpack', 'own', someMeta('all@1', 'java'), 'java@1', 'java@new')],
    ),
    kpack: "cannot find buildpack 'java' with latest version due to invalid semver 'new'",
  },
  {
    name: 'a child of any version, two of which are equal',
    world: someWorld(
      [{ id: 'all' }],
      [somePackage('Buildpack', 'own', someMeta('all@1', 'java'), 'java@1.0', 'java@1')],
    ),
    kpack: 'all@1 of Buildpack/own',
    differences: ['equal-versions-by-text'],
  },
  {
    name: 'a child that a Buildpack of a ClusterBuilder has',
    world: {
      ...someWorld(
        [],
        [somePackage('Buildpack', 'own', 'ruby@1'), somePackage('ClusterBuildpack', 'a', someMeta('all@1', 'ruby@1'))],
      ),
      builder: someBuilder([{ group: [{ id: 'all' }] }], 'ClusterBuilder'),
    },
    kpack: "could not find buildpack with id 'ruby'",
  },
  {
    name: 'a child of other bytes in a Buildpack',
    world: someWorld([{ id: 'web' }], [STORE, somePackage('Buildpack', 'own', 'java@1#2')]),
    kpack: 'web@1 of ClusterStore/default',
    differences: ['children-of-their-own-package'],
  },
  {
    name: 'a child of a higher version elsewhere',
    world: someWorld([{ id: 'web' }], [STORE, somePackage('Buildpack', 'own', 'node@2')]),
    kpack: 'web@1 of ClusterStore/default',
    differences: ['children-of-their-own-package'],
  },
  {
    name: 'a child of other bytes in another image of the ClusterStore',
    world: someWorld(
      [{ id: 'web' }],
      [
        somePackage(
          'ClusterStore',
          'default',
          inOtherImage(someBuildpack('java@1#2')),
          'java@1',
          someMeta('web@1', 'java@1'),
        ),
      ],
    ),
    kpack: 'web@1 of ClusterStore/default',
    differences: ['children-of-their-own-package'],
  },
  {
    name: 'a child of a child, of other bytes elsewhere',
    world: someWorld(
      [{ id: 'all' }],
      [
        somePackage('ClusterBuildpack', 'meta', someMeta('all@1', 'web@1'), someMeta('web@1', 'java@1'), 'java@1'),
        somePackage('Buildpack', 'own', 'java@1#2'),
      ],
    ),
    kpack: 'all@1 of ClusterBuildpack/meta',
    differences: ['children-of-their-own-package'],
  },
  {
    name: 'a child elsewhere, of different bytes in two objects',
    world: someWorld(
      [{ id: 'all' }],
      [
        somePackage('ClusterBuildpack', 'meta', someMeta('all@1', 'java@1')),
        somePackage('ClusterBuildpack', 'one', 'java@1'),
        somePackage('ClusterBuildpack', 'two', 'java@1#2'),
      ],
    ),
    kpack: 'all@1 of ClusterBuildpack/meta',
    differences: ['one-name-one-buildpack'],
  },
  {
    name: 'two entries with different bytes of one name',
    world: someWorld(
      [
        { kind: 'Buildpack', name: 'own' },
        { kind: 'ClusterBuildpack', name: 'shared' },
      ],
      [somePackage('Buildpack', 'own', 'java@1'), somePackage('ClusterBuildpack', 'shared', 'java@1#2')],
    ),
    kpack: 'java@1 of Buildpack/own',
    differences: ['one-layer-of-a-name'],
  },
  {
    name: 'a buildpack in its own order',
    world: someWorld([{ id: 'web' }], [somePackage('ClusterStore', 'default', someMeta('web@1', 'web@1'))]),
    kpack: 'cycle',
    differences: ['no-cycles'],
  },
  {
    name: 'a circle over two objects',
    world: someWorld(
      [{ id: 'web' }],
      [
        somePackage('ClusterStore', 'default', someMeta('web@1', 'all@1')),
        somePackage('Buildpack', 'own', someMeta('all@1', 'web@1')),
      ],
    ),
    kpack: 'cycle',
    differences: ['no-cycles'],
  },
  {
    name: 'a circle that the order does not lead to',
    world: someWorld([{ id: 'java' }], [somePackage('ClusterStore', 'default', 'java@1', someMeta('web@1', 'web@1'))]),
    kpack: 'java@1 of ClusterStore/default',
  },
  {
    name: 'an older version in the order of a newer one',
    world: someWorld([{ id: 'web' }], [somePackage('ClusterStore', 'default', 'web@1', someMeta('web@2', 'web@1'))]),
    kpack: 'web@2 of ClusterStore/default',
  },
  {
    name: 'a root below whose child there is another version of the child',
    world: someWorld(
      [{ kind: 'Buildpack', name: 'own' }],
      [somePackage('Buildpack', 'own', someMeta('all@1', 'web@2'), 'web@1', someMeta('web@2', 'web@1'))],
    ),
    kpack: 'cycle',
    differences: ['roots-without-trees'],
  },
  {
    name: 'a circle that leaves its package only for kpack',
    world: someWorld(
      [{ id: 'web' }],
      [
        somePackage('ClusterBuildpack', 'shared', someMeta('web@1', 'java@1'), 'java@1'),
        somePackage('Buildpack', 'own', someMeta('java@1', 'web@1')),
      ],
    ),
    kpack: 'cycle',
    differences: ['children-of-their-own-package'],
  },
];
