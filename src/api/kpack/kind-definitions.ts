import type { KindDefinition } from '../reading/kind.ts';
import { build, type Build } from './build.ts';
import { buildV1alpha1 } from './build-v1alpha1.ts';
import { buildpack, type Buildpack } from './buildpack.ts';
import { builder, type Builder } from './builder.ts';
import { builderV1alpha1, builderV1alpha2, builderV1alpha3 } from './builder-versions.ts';
import { clusterBuilder, type ClusterBuilder } from './cluster-builder.ts';
import { clusterBuilderV1alpha1, clusterBuilderV1alpha3 } from './cluster-builder-versions.ts';
import { clusterBuildpack, type ClusterBuildpack } from './cluster-buildpack.ts';
import { clusterLifecycle, type ClusterLifecycle } from './cluster-lifecycle.ts';
import { clusterStack, clusterStackV1alpha1, type ClusterStack } from './cluster-stack.ts';
import { clusterStore, clusterStoreV1alpha1, type ClusterStore } from './cluster-store.ts';
import { image, type Image } from './image.ts';
import { imageV1alpha1 } from './image-v1alpha1.ts';
import {
  BUILD_V1ALPHA1_MOVES,
  BUILDER_MOVES,
  CLUSTER_STACK_V1ALPHA1_MOVES,
  CLUSTER_STORE_V1ALPHA1_MOVES,
  IMAGE_V1ALPHA1_MOVES,
} from './moves.ts';
import { validateBuild } from './rules/validate-build.ts';
import { validateBuilder } from './rules/validate-builder.ts';
import { validateClusterStack } from './rules/validate-cluster-stack.ts';
import { validateClusterStore } from './rules/validate-cluster-store.ts';
import { validateImage } from './rules/validate-image.ts';
import { validateSpecImage } from './rules/validate-spec-image.ts';

export const BUILD: KindDefinition<Build> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: build,
  versions: { v1alpha2: {}, v1alpha1: { schema: buildV1alpha1, moves: BUILD_V1ALPHA1_MOVES }, v1alpha3: {} },
  rules: validateBuild,
};

export const IMAGE: KindDefinition<Image> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: image,
  versions: { v1alpha2: {}, v1alpha1: { schema: imageV1alpha1, moves: IMAGE_V1ALPHA1_MOVES } },
  rules: validateImage,
};

export const BUILDER: KindDefinition<Builder> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: builder,
  versions: {
    v1alpha2: { schema: builderV1alpha2, moves: BUILDER_MOVES },
    v1alpha1: { schema: builderV1alpha1, moves: BUILDER_MOVES },
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
  versions: { v1alpha2: {}, v1alpha1: { schema: clusterStoreV1alpha1, moves: CLUSTER_STORE_V1ALPHA1_MOVES } },
  rules: validateClusterStore,
};

export const CLUSTER_STACK: KindDefinition<ClusterStack> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: clusterStack,
  versions: { v1alpha2: {}, v1alpha1: { schema: clusterStackV1alpha1, moves: CLUSTER_STACK_V1ALPHA1_MOVES } },
  rules: validateClusterStack,
};

export const CLUSTER_LIFECYCLE: KindDefinition<ClusterLifecycle> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: clusterLifecycle,
  versions: { v1alpha2: {} },
  rules: validateSpecImage,
};
