import { someBuildpack, somePackage, someWorld } from '../some-world.ts';
import type { WrittenWorld } from './written-world.ts';

/** Returns a world that selects the highest version of one object. */
function highest(versions: readonly string[], kpack: string, more: Partial<WrittenWorld> = {}): WrittenWorld {
  const store = somePackage('ClusterStore', 'default', ...versions.map((version) => `java@${version}`));
  return { name: `the highest of ${versions.join(', ')}`, world: someWorld([{ id: 'java' }], [store]), kpack, ...more };
}

/** Worlds that test versions. */
function wanted(
  version: string,
  versions: readonly string[],
  kpack: string,
  more: Partial<WrittenWorld> = {},
): WrittenWorld {
  const store = somePackage('ClusterStore', 'default', ...versions.map((text) => `java@${text}`));
  const world = someWorld([{ id: 'java', version }], [store]);
  return { name: `${version} of ${versions.join(', ')}`, world, kpack, ...more };
}

const BUILDPACK = somePackage('Buildpack', 'own', 'java@1.0.0');
const CLUSTER_BUILDPACK = somePackage('ClusterBuildpack', 'shared', 'java@1.0.0');
const STORE = somePackage('ClusterStore', 'default', 'java@1.0.0');

/** Worlds that test the selected version and its resource. */
export const VERSIONS: readonly WrittenWorld[] = [
  highest(['1.9.0', '1.10.0'], 'java@1.10.0 of ClusterStore/default'),
  highest(['2.0.0-rc.1', '1.0.0'], 'java@2.0.0-rc.1 of ClusterStore/default'),
  highest(['2.0.0-rc.1', '2.0.0'], 'java@2.0.0 of ClusterStore/default'),
  highest(['2.0.0-rc.2', '2.0.0-rc.10', '2.0.0-beta'], 'java@2.0.0-rc.10 of ClusterStore/default'),
  highest(['v1.1', '1', '1.0.5'], 'java@v1.1 of ClusterStore/default'),
  highest(['2023.12.0', '2024.01.0'], 'java@2024.01.0 of ClusterStore/default'),
  highest(['18446744073709551615', '2'], 'java@18446744073709551615 of ClusterStore/default'),
  highest(
    ['18446744073709551616', '2'],
    "cannot find buildpack 'java' with latest version due to invalid semver '18446744073709551616'",
  ),
  highest(['1.0.0.0', '2'], "cannot find buildpack 'java' with latest version due to invalid semver '1.0.0.0'"),
  highest(['latest', '2'], "cannot find buildpack 'java' with latest version due to invalid semver 'latest'"),
  highest(['1.0.0-01', '2'], "cannot find buildpack 'java' with latest version due to invalid semver '1.0.0-01'"),
  highest(['1.0.0', '1.0'], 'java@1.0 of ClusterStore/default', { differences: ['equal-versions-by-text'] }),
  highest(['2+b', '2+a'], 'java@2+a of ClusterStore/default', { differences: ['equal-versions-by-text'] }),
  highest(['1.0', '1.0.0'], 'java@1.0.0 of ClusterStore/default'),
  wanted('1.0', ['1.0.0', '1.0'], 'java@1.0 of ClusterStore/default'),
  wanted('1.0', ['1.0.0', '1.0.5'], "could not find buildpack with id 'java' and version '1.0'"),
  wanted('v1.0.0', ['1.0.0'], "could not find buildpack with id 'java' and version 'v1.0.0'"),
  wanted('latest', ['1.0.0', 'latest'], 'java@latest of ClusterStore/default'),
  wanted('latest', ['1.0.0'], "could not find buildpack with id 'java' and version 'latest'"),
  wanted('1.0.0', ['1.0.0', 'latest'], 'java@1.0.0 of ClusterStore/default'),
  wanted('^1.0.0', ['1.0.0', '1.2.0', '2.0.0'], "could not find buildpack with id 'java' and version '^1.0.0'", {
    differences: ['version-ranges'],
  }),
  wanted('1.x', ['1.0.0', 'v1.2', '2.0.0'], "could not find buildpack with id 'java' and version '1.x'", {
    differences: ['version-ranges'],
  }),
  wanted('^3', ['1.0.0', '2.0.0'], "could not find buildpack with id 'java' and version '^3'"),
  wanted('^1', ['1.0.0', 'latest'], "could not find buildpack with id 'java' and version '^1'", {
    differences: ['version-ranges'],
  }),
  wanted('1.x', ['1.0.0', '1.x'], 'java@1.x of ClusterStore/default'),
  {
    name: 'a version that everybody has',
    world: someWorld([{ id: 'java', version: '1.0.0' }], [STORE, CLUSTER_BUILDPACK, BUILDPACK]),
    kpack: 'java@1.0.0 of Buildpack/own',
  },
  {
    name: 'a version that a ClusterBuildpack and the ClusterStore have',
    world: someWorld([{ id: 'java', version: '1.0.0' }], [STORE, CLUSTER_BUILDPACK]),
    kpack: 'java@1.0.0 of ClusterBuildpack/shared',
  },
  {
    name: 'the highest version, which everybody has',
    world: someWorld([{ id: 'java' }], [STORE, CLUSTER_BUILDPACK, BUILDPACK]),
    kpack: 'java@1.0.0 of ClusterStore/default',
    differences: ['one-precedence-of-sources'],
  },
  {
    name: 'the highest version, which a Buildpack and a ClusterBuildpack have',
    world: someWorld([{ id: 'java' }], [CLUSTER_BUILDPACK, BUILDPACK]),
    kpack: 'java@1.0.0 of ClusterBuildpack/shared',
    differences: ['one-precedence-of-sources'],
  },
  {
    name: 'a version of which two objects have different bytes',
    world: someWorld(
      [{ id: 'java', version: '1.0.0' }],
      [BUILDPACK, somePackage('ClusterStore', 'default', 'java@1.0.0#2')],
    ),
    kpack: 'java@1.0.0 of Buildpack/own',
    differences: ['one-name-one-buildpack'],
  },
  {
    name: 'the highest version, of which two objects have different bytes',
    world: someWorld([{ id: 'java' }], [BUILDPACK, somePackage('ClusterStore', 'default', 'java@1.0.0#2')]),
    kpack: 'java@1.0.0 of ClusterStore/default',
    differences: ['one-name-one-buildpack'],
  },
  {
    name: 'a version of which two images of the ClusterStore have different bytes',
    world: someWorld(
      [{ id: 'java' }],
      [
        somePackage(
          'ClusterStore',
          'default',
          'java@1',
          someBuildpack('java@1#2', { storeImage: { image: 'registry.example.com/other' } }),
        ),
      ],
    ),
    kpack: 'java@1 of ClusterStore/default',
    differences: ['one-name-one-buildpack'],
  },
  {
    name: 'a lower version of which two objects have different bytes',
    world: someWorld(
      [{ id: 'java' }],
      [BUILDPACK, somePackage('ClusterStore', 'default', 'java@1.0.0#2', 'java@1.0.1')],
    ),
    kpack: 'java@1.0.1 of ClusterStore/default',
  },
];
