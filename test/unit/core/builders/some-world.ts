import type { Buildpack } from '../../../../src/core/api/kpack/buildpack.ts';
import type { Builder } from '../../../../src/core/api/kpack/builder.ts';
import type { ClusterBuilder } from '../../../../src/core/api/kpack/cluster-builder.ts';
import type { ClusterBuildpack } from '../../../../src/core/api/kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from '../../../../src/core/api/kpack/cluster-lifecycle.ts';
import type { ClusterStack } from '../../../../src/core/api/kpack/cluster-stack.ts';
import type { ClusterStore } from '../../../../src/core/api/kpack/cluster-store.ts';
import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import type { BuilderResources } from '../../../../src/core/builders/builder-resources.ts';
import { makeImage, type Image, type ImageConfig } from '../../../../src/core/oci/image.ts';
import { makeLayer } from '../../../../src/core/oci/layer.ts';
import type { ImageFamily } from '../../../../src/core/oci/media-types.ts';

export const REGISTRY = 'registry.example.com';

/** A digest of one repeated digit. */
export function digestOf(digit: string): string {
  return `sha256:${digit.repeat(64)}`;
}

/** A build image of one layer. */
export function someBuildImage(config: Partial<ImageConfig> = {}, family: ImageFamily = 'docker'): Image {
  const layers = [makeLayer([{ kind: 'file', path: '/etc/motd', content: 'a build image' }])];
  const all = {
    os: 'linux',
    architecture: 'amd64',
    config: { Env: ['CNB_USER_ID=1000', 'CNB_GROUP_ID=1000'], Labels: { 'io.buildpacks.stack.id': 'tiny' } },
    ...config,
  };
  return makeImage({ family, config: all, layers });
}

/** The status of a ClusterStack `tiny` whose images were looked at. */
export function someStackStatus(build: Image = someBuildImage()): NonNullable<ClusterStack['status']> {
  return {
    id: 'tiny',
    buildImage: {
      latestImage: `${REGISTRY}/build@${build.manifest.digest}`,
      image: `${REGISTRY}/build`,
      manifest: Buffer.from(build.manifest.content).toString(),
      configuration: Buffer.from(build.config.content).toString(),
    },
    runImage: { latestImage: `${REGISTRY}/run@${digestOf('1')}`, image: `${REGISTRY}/run` },
    userId: 1000,
    groupId: 1000,
  };
}

export function someStack(status?: ClusterStack['status']): ClusterStack {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterStack',
    metadata: { name: 'tiny' },
    spec: { id: 'tiny', buildImage: { image: `${REGISTRY}/build` }, runImage: { image: `${REGISTRY}/run` } },
    ...(status !== undefined && { status }),
  };
}

export function someLifecycle(status: ClusterLifecycle['status'] = someLifecycleStatus()): ClusterLifecycle {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterLifecycle',
    metadata: { name: 'default-lifecycle' },
    spec: { image: `${REGISTRY}/lifecycle` },
    status,
  };
}

export function someLifecycleStatus(): NonNullable<ClusterLifecycle['status']> {
  return {
    image: { latestImage: `${REGISTRY}/lifecycle@${digestOf('2')}`, image: `${REGISTRY}/lifecycle` },
    version: '0.20.12',
    api: { buildpack: '0.7', platform: '0.7' },
    apis: { buildpack: { supported: ['0.10'] }, platform: { supported: ['0.9', '0.12'] } },
    layer: {
      mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
      size: 3000,
      digest: digestOf('3'),
      diffId: digestOf('4'),
    },
    platform: { os: 'linux', architecture: 'amd64' },
  };
}

export function someClusterBuildpack(name: string, status?: ClusterBuildpack['status']): ClusterBuildpack {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterBuildpack',
    metadata: { name },
    spec: { image: `${REGISTRY}/${name}` },
    ...(status !== undefined && { status }),
  };
}

export function someBuildpack(name: string, namespace: string, status?: Buildpack['status']): Buildpack {
  const { metadata, ...rest } = someClusterBuildpack(name, status);
  return {
    ...rest,
    kind: 'Buildpack',
    metadata: { ...metadata, namespace },
    spec: { ...rest.spec, serviceAccountName: 'default' },
  };
}

export function someStore(status?: ClusterStore['status']): ClusterStore {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterStore',
    metadata: { name: 'default' },
    spec: { sources: [{ image: `${REGISTRY}/store-1` }, { image: `${REGISTRY}/store-2` }] },
    ...(status !== undefined && { status }),
  };
}

/** A status of a buildpack whose digests end in one digit. */
export function someResolved(id: string, version: string, digit: string, fields: object = {}) {
  return {
    id,
    version,
    diffId: digestOf(digit),
    digest: digestOf(digit),
    size: 100,
    api: '0.10',
    stacks: [{ id: '*' }],
    ...fields,
  };
}

export function someClusterBuilder(order: ClusterBuilder['spec']['order'], spec: object = {}): ClusterBuilder {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterBuilder',
    metadata: { name: 'base' },
    spec: {
      tag: `${REGISTRY}/builder:1`,
      stack: { kind: 'ClusterStack', name: 'tiny' },
      lifecycle: { kind: 'ClusterLifecycle', name: 'default-lifecycle' },
      serviceAccountRef: { name: 'kpack', namespace: 'kpack' },
      ...(order !== undefined && { order }),
      ...spec,
    },
  };
}

export function someBuilder(
  namespace: string | undefined,
  order: Builder['spec']['order'],
  spec: object = {},
): Builder {
  const { serviceAccountRef: _, ...shared } = someClusterBuilder(order).spec;
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Builder',
    metadata: { name: 'base', ...(namespace !== undefined && { namespace }) },
    spec: { ...shared, stack: { kind: 'ClusterStack', name: 'tiny' }, serviceAccountName: 'default', ...spec },
  } as Builder;
}

interface Things {
  readonly buildpacks?: readonly Buildpack[];
  readonly clusterBuildpacks?: readonly ClusterBuildpack[];
  readonly stores?: readonly ClusterStore[];
  readonly stacks?: readonly ClusterStack[];
  readonly lifecycles?: readonly ClusterLifecycle[];
  readonly facts?: readonly Partial<ImageFacts>[];
}

/** A world of these things, with a stack and a lifecycle that are ready where none are given. */
export function someWorld(things: Things = {}): BuilderResources {
  const { buildpacks = [], clusterBuildpacks = [], stores = [], facts = [] } = things;
  const { stacks = [someStack(someStackStatus())], lifecycles = [someLifecycle()] } = things;
  return {
    buildpacks: () => buildpacks,
    clusterBuildpacks: () => clusterBuildpacks,
    clusterStore: (name) => stores.find(({ metadata }) => metadata.name === name),
    clusterStack: (name) => stacks.find(({ metadata }) => metadata.name === name),
    clusterLifecycle: (name) => lifecycles.find(({ metadata }) => metadata.name === name),
    imageFacts: (image) => {
      const known = facts.find((each) => each.image === image);
      return known && { apiVersion: 'taskpack.dev/v1alpha1', kind: 'ImageFacts', image, ...known };
    },
  };
}
