import { someBuilder, somePackage, someMeta, someWorld, NAMESPACE } from '../some-world.ts';
import type { WrittenWorld } from './written-world.ts';

const OWN = somePackage('Buildpack', 'own', 'java@1.0.0', 'java@2.0.0', someMeta('web@1.0.0', 'java@1.0.0'));
const SHARED = somePackage('ClusterBuildpack', 'shared', 'java@3.0.0', someMeta('web@2.0.0', 'java@3.0.0'));
const STORE = somePackage('ClusterStore', 'default', 'java@4.0.0', 'node@1.0.0');
const ALL = [OWN, SHARED, STORE];
const FOREIGN = { ...OWN, metadata: { name: 'own', namespace: 'other' } };

/** Worlds that test references: one for each row of kpack's table of references, in order. */
export const REFERENCES: readonly WrittenWorld[] = [
  {
    name: 'an id in a Buildpack',
    world: someWorld([{ kind: 'Buildpack', name: 'own', id: 'java' }], ALL),
    kpack: 'java@2.0.0 of Buildpack/own',
  },
  {
    name: 'a child in a Buildpack, of a version',
    world: someWorld([{ kind: 'Buildpack', name: 'own', id: 'java', version: '1.0.0' }], ALL),
    kpack: 'java@1.0.0 of Buildpack/own',
  },
  {
    name: 'an id in a Buildpack that is not there',
    world: someWorld([{ kind: 'Buildpack', name: 'none', id: 'java' }], ALL),
    kpack: 'buildpack not found: none',
  },
  {
    name: 'an id that a Buildpack has not',
    world: someWorld([{ kind: 'Buildpack', name: 'own', id: 'node' }], ALL),
    kpack: "could not find buildpack with id 'node'",
  },
  {
    name: 'an id in a Buildpack of another namespace',
    world: someWorld([{ kind: 'Buildpack', name: 'own', id: 'java' }], [FOREIGN]),
    kpack: 'buildpack not found: own',
  },
  {
    name: 'a Buildpack that the entry says to be of another namespace',
    world: someWorld([{ kind: 'Buildpack', name: 'own', namespace: 'other', id: 'java' }], [OWN, FOREIGN]),
    kpack: 'java@2.0.0 of Buildpack/own',
    differences: ['buildpacks-of-the-own-namespace'],
  },
  {
    name: 'a Buildpack that the entry says to be of the own namespace',
    world: someWorld([{ kind: 'Buildpack', name: 'own', namespace: NAMESPACE, id: 'java' }], [OWN, FOREIGN]),
    kpack: 'java@2.0.0 of Buildpack/own',
  },
  {
    name: 'an id in a ClusterBuildpack',
    world: someWorld([{ kind: 'ClusterBuildpack', name: 'shared', id: 'java' }], ALL),
    kpack: 'java@3.0.0 of ClusterBuildpack/shared',
  },
  {
    name: 'an id in a ClusterBuildpack that is not there',
    world: someWorld([{ kind: 'ClusterBuildpack', name: 'own', id: 'java' }], ALL),
    kpack: 'cluster buildpack not found: own',
  },
  {
    name: 'an id that a ClusterBuildpack has not',
    world: someWorld([{ kind: 'ClusterBuildpack', name: 'shared', id: 'node' }], ALL),
    kpack: "could not find buildpack with id 'node'",
  },
  {
    name: 'the root of a Buildpack',
    world: someWorld(
      [{ kind: 'Buildpack', name: 'meta' }],
      [somePackage('Buildpack', 'meta', 'java@1.0.0', someMeta('web@1.0.0', 'java@1.0.0'))],
    ),
    kpack: 'web@1.0.0 of Buildpack/meta',
  },
  {
    name: 'the root of a ClusterBuildpack, which is no version',
    world: someWorld([{ kind: 'ClusterBuildpack', name: 'odd' }], [somePackage('ClusterBuildpack', 'odd', 'java@new')]),
    kpack: "cannot find buildpack 'java' with latest version due to invalid semver 'new'",
  },
  {
    name: 'the root of a Buildpack that is not there',
    world: someWorld([{ kind: 'Buildpack', name: 'shared' }], ALL),
    kpack: "no buildpack with name 'shared'",
  },
  {
    name: 'the root of a ClusterBuildpack that is not there',
    world: someWorld([{ kind: 'ClusterBuildpack', name: 'own' }], ALL),
    kpack: "no cluster buildpack with name 'own'",
  },
  {
    name: 'a ClusterStore by its kind',
    world: someWorld([{ kind: 'ClusterStore', name: 'default' }], ALL),
    kpack: 'kind must be either Buildpack or ClusterBuildpack',
  },
  {
    name: 'an id in a ClusterStore',
    world: someWorld([{ kind: 'ClusterStore', name: 'default', id: 'java' }], ALL),
    kpack: 'kind must be either Buildpack or ClusterBuildpack',
  },
  {
    name: 'the root of a package with several',
    world: someWorld([{ kind: 'Buildpack', name: 'own' }], [somePackage('Buildpack', 'own', 'java@1', 'node@1')]),
    kpack: 'unexpected number of root buildpacks: 2',
  },
  {
    name: 'the root of a package with two versions of it',
    world: someWorld([{ kind: 'Buildpack', name: 'own' }], [somePackage('Buildpack', 'own', 'java@1', 'java@2')]),
    kpack: 'unexpected number of root buildpacks: 2',
  },
  {
    name: 'the root of a package that was not read yet',
    world: someWorld([{ kind: 'Buildpack', name: 'own' }], [somePackage('Buildpack', 'own')]),
    kpack: 'unexpected number of root buildpacks: 0',
  },
  {
    name: 'the root of a package of another version',
    world: someWorld([{ kind: 'Buildpack', name: 'one', version: '2' }], [somePackage('Buildpack', 'one', 'java@1')]),
    kpack: "could not find buildpack with id '' and version '2'",
    differences: ['roots-without-trees'],
  },
  {
    name: 'the root of a package whose child is elsewhere',
    world: someWorld(
      [{ kind: 'Buildpack', name: 'one' }],
      [somePackage('Buildpack', 'one', someMeta('web@1', 'java@4.0.0')), STORE],
    ),
    kpack: 'runtime error: invalid memory address or nil pointer dereference',
    differences: ['roots-without-trees'],
  },
  {
    name: 'the root of a package whose child is nowhere',
    world: someWorld(
      [{ kind: 'Buildpack', name: 'one' }],
      [somePackage('Buildpack', 'one', someMeta('web@1', 'ruby@1'))],
    ),
    kpack: 'runtime error: invalid memory address or nil pointer dereference',
    differences: ['roots-without-trees'],
  },
  {
    name: 'an id anywhere, of a version that only a Buildpack has',
    world: someWorld([{ id: 'java', version: '2.0.0' }], ALL),
    kpack: 'java@2.0.0 of Buildpack/own',
  },
  {
    name: 'an id anywhere, of a version that only a ClusterBuildpack has',
    world: someWorld([{ id: 'java', version: '3.0.0' }], ALL),
    kpack: 'java@3.0.0 of ClusterBuildpack/shared',
  },
  {
    name: 'an id anywhere, whose highest version is in the ClusterStore',
    world: someWorld([{ id: 'java' }], ALL),
    kpack: 'java@4.0.0 of ClusterStore/default',
  },
  {
    name: 'an id that nobody has',
    world: someWorld([{ id: 'ruby' }], ALL),
    kpack: "could not find buildpack with id 'ruby'",
  },
  {
    name: 'a version that nobody has',
    world: someWorld([{ id: 'java', version: '9.0.0' }], ALL),
    kpack: "could not find buildpack with id 'java' and version '9.0.0'",
  },
  {
    name: 'an image',
    world: someWorld([{ image: 'registry.example.com/java' }], ALL, {
      images: { 'registry.example.com/java': somePackage('Buildpack', 'any', 'java@5').status.buildpacks },
    }),
    kpack: 'using images in builders not currently supported',
    differences: ['images-in-an-order'],
  },
  {
    name: 'an id in an image',
    world: someWorld([{ id: 'java', image: 'registry.example.com/java' }], ALL, {
      images: { 'registry.example.com/java': somePackage('Buildpack', 'any', 'java@5', 'node@5').status.buildpacks },
    }),
    kpack: 'java@4.0.0 of ClusterStore/default',
    differences: ['images-in-an-order'],
  },
  {
    name: 'an image that nobody has looked at',
    world: someWorld([{ image: 'registry.example.com/java' }], ALL),
    kpack: 'using images in builders not currently supported',
    differences: ['images-in-an-order'],
  },
  {
    name: 'nothing',
    world: someWorld([{}], ALL),
    kpack: 'invalid buildpack reference',
  },
  {
    name: 'a name alone',
    world: someWorld([{ name: 'own' }], ALL),
    kpack: 'invalid buildpack reference',
  },
  {
    name: 'a version alone',
    world: someWorld([{ version: '1.0.0', optional: true }], ALL),
    kpack: 'invalid buildpack reference',
  },
  {
    name: 'a Buildpack by a ClusterBuilder',
    world: {
      ...someWorld([], ALL),
      builder: someBuilder([{ group: [{ kind: 'Buildpack', name: 'own', id: 'java' }] }], 'ClusterBuilder'),
    },
    kpack: 'buildpack not found: own',
  },
  {
    name: 'an id that only a Buildpack has by a ClusterBuilder',
    world: { ...someWorld([], [OWN]), builder: someBuilder([{ group: [{ id: 'java' }] }], 'ClusterBuilder') },
    kpack: "could not find buildpack with id 'java'",
  },
];
