import {
  someBuilder,
  someBuildpack,
  someLifecycle,
  someMeta,
  somePackage,
  somePlatforms,
  someStack,
  someWorld,
} from '../some-world.ts';
import type { StatusBuildpack, World } from '../world.ts';
import type { WrittenWorld } from './written-world.ts';

/** Returns a world whose builder has one buildpack. */
function withJava(java: Partial<StatusBuildpack>, more: Partial<World> = {}): World {
  return someWorld([{ id: 'java' }], [somePackage('ClusterStore', 'default', someBuildpack('java@1', java))], more);
}

const ARM = { os: 'linux', architecture: 'arm64' };

/** Worlds that test compatibility. */
export const COMPATIBILITY: readonly WrittenWorld[] = [
  {
    name: 'a Buildpack API that the lifecycle lacks',
    world: withJava({ api: '0.2' }),
    kpack: 'validating buildpack java@1: unsupported buildpack api: 0.2, expecting: 0.9, 0.10',
  },
  {
    name: 'a meta-buildpack of such an API',
    world: withJava({ ...someMeta('java@1'), api: '0.2', order: [{ group: [{ id: 'java', version: '2' }] }] }),
    kpack: "could not find buildpack with id 'java' and version '2'",
  },
  {
    name: "a stack that is not the buildpack's",
    world: withJava({ stacks: [{ id: 'other' }] }),
    kpack: 'validating buildpack java@1: stack stack is not supported',
  },
  {
    name: 'any stack',
    world: withJava({ api: '0.9', stacks: [{ id: '*' }] }),
    kpack: 'java@1 of ClusterStore/default',
  },
  {
    name: 'any stack, which is a name only in that Buildpack API',
    world: withJava({ api: '0.4', stacks: [{ id: '*' }] }, { clusterLifecycle: someLifecycle(['0.4']) }),
    kpack: 'validating buildpack java@1: stack stack is not supported',
  },
  {
    name: 'mixins that the stack lacks',
    world: withJava({ stacks: [{ id: 'stack', mixins: ['git', 'build:make', 'curl'] }] }),
    kpack: 'validating buildpack java@1: stack missing mixin(s): build:make, curl',
  },
  {
    name: 'mixins of both stages',
    world: withJava(
      { stacks: [{ id: 'stack', mixins: ['git', 'run:curl'] }] },
      {
        clusterStack: someStack('stack', ['build:git', 'run:git', 'curl']),
      },
    ),
    kpack: 'java@1 of ClusterStore/default',
  },
  {
    name: 'mixins of both stages with a lifecycle from before they were relaxed',
    world: withJava(
      { stacks: [{ id: 'stack', mixins: ['git'] }] },
      {
        clusterStack: someStack('stack', ['build:git', 'run:git']),
        clusterLifecycle: someLifecycle(['0.10'], ['0.6']),
      },
    ),
    kpack: 'validating buildpack java@1: stack missing mixin(s): git',
    differences: ['all-problems-at-once'],
  },
  {
    name: 'a mixin of one stage',
    world: withJava(
      { stacks: [{ id: 'stack', mixins: ['git'] }] },
      { clusterStack: someStack('stack', ['build:git']) },
    ),
    kpack: 'validating buildpack java@1: stack missing mixin(s): git',
  },
  {
    name: 'the first stack that fits',
    world: withJava({ stacks: [{ id: '*', mixins: ['curl'] }, { id: 'stack' }] }),
    kpack: 'validating buildpack java@1: stack missing mixin(s): curl',
  },
  {
    name: 'a lifecycle of Platform APIs that only kpack speaks',
    world: withJava({}, { clusterLifecycle: someLifecycle(['0.10'], ['0.3', '0.6']) }),
    kpack: 'java@1 of ClusterStore/default',
    differences: ['platform-apis-spoken'],
  },
  {
    name: 'a lifecycle of Platform APIs that only taskpack speaks',
    world: withJava({}, { clusterLifecycle: someLifecycle(['0.10'], ['0.12', '0.13']) }),
    kpack: 'unsupported platform apis in kpack lifecycle: 0.12, 0.13, expecting one of: 0.3, 0.4, 0.5, 0.6, 0.7, 0.8',
    differences: ['platform-apis-spoken'],
  },
  {
    name: 'a lifecycle of Platform APIs that nobody speaks',
    world: withJava({}, { clusterLifecycle: someLifecycle(['0.10'], ['0.2', '0.16']) }),
    kpack: 'unsupported platform apis in kpack lifecycle: 0.2, 0.16, expecting one of: 0.3, 0.4, 0.5, 0.6, 0.7, 0.8',
  },
  {
    name: 'a Platform API that is no version',
    world: withJava({}, { clusterLifecycle: someLifecycle(['0.10'], ['next', '0.8']) }),
    kpack: 'invalid semantic version',
    differences: ['apis-that-are-no-versions'],
  },
  {
    name: 'a Buildpack API that is no version',
    world: withJava({ api: 'next', stacks: [{ id: 'stack' }] }, { clusterLifecycle: someLifecycle(['next']) }),
    kpack: 'validating buildpack java@1: invalid semantic version',
    differences: ['apis-that-are-no-versions'],
  },
  {
    name: 'a lifecycle of another architecture than the build image',
    world: withJava({}, { platforms: somePlatforms(ARM) }),
    kpack:
      'validating lifecycle image registry.example.com/lifecycle: expected platform to be linux/arm64/ but got linux/amd64/',
  },
  {
    name: 'a lifecycle of no architecture',
    world: withJava({}, { platforms: somePlatforms(ARM, { os: 'linux' }) }),
    kpack: 'java@1 of ClusterStore/default',
  },
  {
    name: 'a build image of Windows',
    world: withJava({}, { platforms: somePlatforms({ os: 'windows', architecture: 'amd64' }, { os: 'windows' }) }),
    kpack: 'windows base images are not supported',
  },
  {
    name: 'a target that the build image is not',
    world: withJava({ targets: [{ os: 'linux', arch: 'arm64' }] }),
    kpack: 'java@1 of ClusterStore/default',
    differences: ['targets-are-checked'],
  },
  {
    name: 'a target that the build image is',
    world: withJava({ targets: [{ os: 'linux', arch: 'arm64' }] }, { platforms: somePlatforms(ARM, ARM) }),
    kpack: 'java@1 of ClusterStore/default',
  },
  {
    name: 'an id that leads out of its directory',
    world: someWorld([{ id: '..' }], [somePackage('ClusterStore', 'default', '..@1')]),
    kpack: '..@1 of ClusterStore/default',
    differences: ['names-of-directories'],
  },
  {
    name: 'a version that is no name',
    world: withJava({ version: 'a/../b' }, { builder: someBuilder([{ group: [{ id: 'java', version: 'a/../b' }] }]) }),
    kpack: 'java@a/../b of ClusterStore/default',
    differences: ['names-of-directories'],
  },
  {
    name: 'several mistakes',
    world: someWorld(
      [{ id: 'ruby' }, { id: 'java' }, { kind: 'Image' }],
      [somePackage('ClusterStore', 'default', someBuildpack('java@1', { api: '0.1', stacks: [{ id: 'other' }] }))],
    ),
    kpack: "could not find buildpack with id 'ruby'",
    differences: ['all-problems-at-once'],
  },
];
