import type { KindDefinition } from '../reading/read-kind.ts';
import { build, type Build, buildV1alpha1 } from './build.ts';
import { buildpack, type Buildpack } from './buildpack.ts';
import { builder, type Builder, builderV1alpha1, builderV1alpha2, builderV1alpha3 } from './builder.ts';
import {
  clusterBuilder,
  type ClusterBuilder,
  clusterBuilderV1alpha1,
  clusterBuilderV1alpha3,
} from './cluster-builder.ts';
import { clusterBuildpack, type ClusterBuildpack } from './cluster-buildpack.ts';
import { clusterLifecycle, type ClusterLifecycle } from './cluster-lifecycle.ts';
import { clusterStack, type ClusterStack, clusterStackV1alpha1 } from './cluster-stack.ts';
import { clusterStore, clusterStoreV1alpha1, type ClusterStore } from './cluster-store.ts';
import { image, type Image, imageV1alpha1 } from './image.ts';
import { sourceResolver, type SourceResolver } from './source-resolver.ts';
import {
  BUILD_V1ALPHA1_CONVERSIONS,
  BUILDER_CONVERSIONS,
  CLUSTER_STACK_V1ALPHA1_CONVERSIONS,
  CLUSTER_STORE_V1ALPHA1_CONVERSIONS,
  IMAGE_V1ALPHA1_CONVERSIONS,
} from './conversions.ts';
import { validateBuild } from './build-rules.ts';
import { validateBuilder } from './builder-rules.ts';
import { validateClusterStack, validateClusterStore, validateSpecImage } from './buildpack-rules.ts';
import { validateImage } from './image-rules.ts';
import { validateSource } from './build-template-rules.ts';

export const BUILD: KindDefinition<Build> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: build,
  versions: {
    v1alpha2: {},
    v1alpha1: { schema: buildV1alpha1, conversions: BUILD_V1ALPHA1_CONVERSIONS },
    v1alpha3: {},
  },
  rules: validateBuild,
  related: { Image: image },
  mayGenerateName: true,
};

export const IMAGE: KindDefinition<Image> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: image,
  versions: { v1alpha2: {}, v1alpha1: { schema: imageV1alpha1, conversions: IMAGE_V1ALPHA1_CONVERSIONS } },
  rules: validateImage,
  related: { Build: build },
  mayGenerateName: true,
};

export const BUILDER: KindDefinition<Builder> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: builder,
  versions: {
    v1alpha2: { schema: builderV1alpha2, conversions: BUILDER_CONVERSIONS },
    v1alpha1: { schema: builderV1alpha1, conversions: BUILDER_CONVERSIONS },
    v1alpha3: { schema: builderV1alpha3 },
  },
  rules: validateBuilder,
};

export const CLUSTER_BUILDER: KindDefinition<ClusterBuilder> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: clusterBuilder,
  versions: {
    v1alpha2: {},
    v1alpha1: { schema: clusterBuilderV1alpha1 },
    v1alpha3: { schema: clusterBuilderV1alpha3 },
  },
  rules: validateBuilder,
};

export const BUILDPACK: KindDefinition<Buildpack> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: buildpack,
  versions: { v1alpha2: {}, v1alpha3: {} },
  rules: validateSpecImage,
};

export const CLUSTER_BUILDPACK: KindDefinition<ClusterBuildpack> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: clusterBuildpack,
  versions: { v1alpha2: {}, v1alpha3: {} },
  rules: validateSpecImage,
};

export const CLUSTER_STORE: KindDefinition<ClusterStore> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: clusterStore,
  versions: {
    v1alpha2: {},
    v1alpha1: { schema: clusterStoreV1alpha1, conversions: CLUSTER_STORE_V1ALPHA1_CONVERSIONS },
  },
  rules: validateClusterStore,
};

export const CLUSTER_STACK: KindDefinition<ClusterStack> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: clusterStack,
  versions: {
    v1alpha2: {},
    v1alpha1: { schema: clusterStackV1alpha1, conversions: CLUSTER_STACK_V1ALPHA1_CONVERSIONS },
  },
  rules: validateClusterStack,
};

export const CLUSTER_LIFECYCLE: KindDefinition<ClusterLifecycle> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: clusterLifecycle,
  versions: { v1alpha2: {} },
  rules: validateSpecImage,
};

/** Only the controller reads SourceResolvers: a translation needs none. */
export const SOURCE_RESOLVER: KindDefinition<SourceResolver> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: sourceResolver,
  versions: { v1alpha2: {} },
  rules: ({ spec }) => validateSource(spec.source, ['spec', 'source']),
};
