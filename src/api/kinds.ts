import { secret, type Secret } from './core/secret.ts';
import { serviceAccount, type ServiceAccount } from './core/service-account.ts';
import { build, type Build } from './kpack/build.ts';
import { buildV1alpha1 } from './kpack/build-v1alpha1.ts';
import { builder, type Builder } from './kpack/builder.ts';
import { builderV1alpha1, builderV1alpha2, builderV1alpha3 } from './kpack/builder-versions.ts';
import { clusterBuilder, type ClusterBuilder } from './kpack/cluster-builder.ts';
import { clusterBuilderV1alpha1, clusterBuilderV1alpha3 } from './kpack/cluster-builder-versions.ts';
import { image, type Image } from './kpack/image.ts';
import { imageV1alpha1 } from './kpack/image-v1alpha1.ts';
import { BUILD_V1ALPHA1_MOVES, BUILDER_MOVES, IMAGE_V1ALPHA1_MOVES } from './kpack/moves.ts';
import { validateBuild } from './kpack/rules/validate-build.ts';
import { validateBuilder } from './kpack/rules/validate-builder.ts';
import { validateImage } from './kpack/rules/validate-image.ts';
import type { KindDefinition, ReadObject } from './reading/kind.ts';
import { knownKind, type KnownKind } from './reading/known-kind.ts';
import { imageFacts, type ImageFacts } from './taskpack/image-facts.ts';

/** The objects that are read, by kind, and as which type. */
export type KnownObject =
  | ReadObject<'Build', Build>
  | ReadObject<'Image', Image>
  | ReadObject<'Builder', Builder>
  | ReadObject<'ClusterBuilder', ClusterBuilder>
  | ReadObject<'Secret', Secret>
  | ReadObject<'ServiceAccount', ServiceAccount>
  | ReadObject<'ImageFacts', ImageFacts>;

const BUILD: KindDefinition<Build> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: build,
  versions: { v1alpha2: {}, v1alpha1: { schema: buildV1alpha1, moves: BUILD_V1ALPHA1_MOVES }, v1alpha3: {} },
  rules: validateBuild,
};

const IMAGE: KindDefinition<Image> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: image,
  versions: { v1alpha2: {}, v1alpha1: { schema: imageV1alpha1, moves: IMAGE_V1ALPHA1_MOVES } },
  rules: validateImage,
};

const BUILDER: KindDefinition<Builder> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: builder,
  versions: {
    v1alpha2: { schema: builderV1alpha2, moves: BUILDER_MOVES },
    v1alpha1: { schema: builderV1alpha1, moves: BUILDER_MOVES },
    v1alpha3: { schema: builderV1alpha3 },
  },
  rules: validateBuilder,
};

const CLUSTER_BUILDER: KindDefinition<ClusterBuilder> = {
  apiVersion: 'kpack.io/v1alpha2',
  schema: clusterBuilder,
  versions: {
    v1alpha2: {},
    v1alpha1: { schema: clusterBuilderV1alpha1 },
    v1alpha3: { schema: clusterBuilderV1alpha3 },
  },
  rules: validateBuilder,
};

const SECRET: KindDefinition<Secret> = { apiVersion: 'v1', schema: secret, versions: { v1: {} }, isSecret: true };

const SERVICE_ACCOUNT: KindDefinition<ServiceAccount> = {
  apiVersion: 'v1',
  schema: serviceAccount,
  versions: { v1: {} },
};

const IMAGE_FACTS: KindDefinition<ImageFacts> = {
  apiVersion: 'taskpack.dev/v1alpha1',
  schema: imageFacts,
  versions: { v1alpha1: {} },
};

/** The kinds that are read, each with its group (`''` is Kubernetes' core). */
export const KNOWN_KINDS: readonly KnownKind<KnownObject>[] = [
  knownKind('kpack.io', 'Build', BUILD),
  knownKind('kpack.io', 'Image', IMAGE),
  knownKind('kpack.io', 'Builder', BUILDER),
  knownKind('kpack.io', 'ClusterBuilder', CLUSTER_BUILDER),
  knownKind('', 'Secret', SECRET),
  knownKind('', 'ServiceAccount', SERVICE_ACCOUNT),
  knownKind('taskpack.dev', 'ImageFacts', IMAGE_FACTS),
];

/** Kinds of these groups that exist and are not read: nothing of theirs is needed for a translation. */
export const IGNORED_KINDS: readonly string[] = [
  'ClusterStack',
  'ClusterStore',
  'ClusterLifecycle',
  'Buildpack',
  'ClusterBuildpack',
  'SourceResolver',
];
