import { BUILD_IMAGE_CONFIGURATION, BUILD_IMAGE_MANIFEST, digest } from './facts.ts';

/** An object whose status must be read unchanged. */
export interface StatusCase {
  readonly title: string;
  readonly kind: string;
  readonly spec: object;
  readonly status: object;
}

const READY = {
  observedGeneration: 3,
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
};

const BY_KPACK = {
  id: 'org/java',
  version: '1.2.3',
  buildpackage: { id: 'org/java', version: '1.2.3', homepage: 'https://java.test' },
  storeImage: { image: 'registry.test/java' },
  diffId: digest(3),
  digest: digest(4),
  size: 31_415,
  api: '0.8',
  homepage: 'https://java.test',
  order: [{ group: [{ id: 'org/jdk', version: '2.0.0', optional: true }] }],
  stacks: [{ id: 'noble', mixins: ['git'] }],
};

const BY_US = {
  ...BY_KPACK,
  storeImage: { image: `registry.test/java@${digest(0)}` },
  mediaType: 'application/vnd.oci.image.layer.v1.tar+zstd',
  targets: [{ os: 'linux', arch: 'amd64', distros: [{ name: 'ubuntu', version: '24.04' }] }, {}],
};

const OF_BUILDPACKS: readonly Omit<StatusCase, 'title' | 'status'>[] = [
  { kind: 'Buildpack', spec: { image: 'a/b' } },
  { kind: 'ClusterBuildpack', spec: { image: 'a/b' } },
  { kind: 'ClusterStore', spec: { sources: [{ image: 'a/b' }] } },
];

const STACK = { kind: 'ClusterStack', spec: { id: 's', buildImage: { image: 'a/b' }, runImage: { image: 'a/c' } } };
const BUILD_IMAGE = { latestImage: `a/b@${digest(1)}`, image: 'a/b' };
const STACK_BY_KPACK = {
  ...READY,
  id: 's',
  buildImage: BUILD_IMAGE,
  runImage: { latestImage: `a/c@${digest(2)}`, image: 'a/c' },
  mixins: ['git', 'build:curl', 'run:tzdata'],
  userId: 1000,
  groupId: 1001,
};

const LIFECYCLE = { kind: 'ClusterLifecycle', spec: { image: 'a/b' } };
const LIFECYCLE_BY_KPACK = {
  ...READY,
  image: BUILD_IMAGE,
  version: '0.20.12',
  api: { buildpack: '0.7', platform: '0.7' },
  apis: { buildpack: { deprecated: ['0.7'], supported: ['0.8'] }, platform: { supported: ['0.7', '0.12'] } },
};
const LAYER = { mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip', size: 5, digest: digest(3) };
const FAILED = { conditions: [{ type: 'Ready', status: 'False', message: 'GET https://registry.test: 404' }] };

/** Statuses of kpack, statuses of taskpack, and statuses with few fields. */
export const STATUSES: readonly StatusCase[] = [
  ...OF_BUILDPACKS.flatMap((object) => [
    { ...object, title: `a ${object.kind} that failed`, status: FAILED },
    { ...object, title: `a ${object.kind} with kpack's status`, status: { ...READY, buildpacks: [BY_KPACK] } },
    {
      ...object,
      title: `a ${object.kind} with taskpack's status`,
      status: { ...READY, buildpacks: [BY_US, { id: 'org/jdk' }] },
    },
    {
      ...object,
      title: `a ${object.kind} with fields of a later version`,
      status: { ...READY, later: 1, buildpacks: [{ ...BY_US, later: [1], stacks: [{ id: '*', later: true }] }] },
    },
  ]),
  { ...STACK, title: 'a ClusterStack that failed', status: FAILED },
  { ...STACK, title: "a ClusterStack with kpack's status", status: STACK_BY_KPACK },
  {
    ...STACK,
    title: "a ClusterStack with taskpack's status",
    status: {
      ...STACK_BY_KPACK,
      buildImage: {
        ...BUILD_IMAGE,
        manifest: BUILD_IMAGE_MANIFEST,
        configuration: BUILD_IMAGE_CONFIGURATION,
        layers: [LAYER, { ...LAYER, annotations: { a: '' }, later: 1 }],
        later: 1,
      },
    },
  },
  { ...LIFECYCLE, title: 'a ClusterLifecycle that failed', status: FAILED },
  { ...LIFECYCLE, title: "a ClusterLifecycle with kpack's status", status: LIFECYCLE_BY_KPACK },
  {
    ...LIFECYCLE,
    title: "a ClusterLifecycle with taskpack's status",
    status: {
      ...LIFECYCLE_BY_KPACK,
      layer: { ...LAYER, diffId: digest(4) },
      platform: { os: 'linux', architecture: 'arm', variant: 'v7' },
      later: 1,
    },
  },
];
