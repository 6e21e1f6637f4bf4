import { secret, type Secret } from './core/secret.ts';
import { serviceAccount, type ServiceAccount } from './core/service-account.ts';
import type { Build } from './kpack/build.ts';
import type { Builder } from './kpack/builder.ts';
import type { Buildpack } from './kpack/buildpack.ts';
import type { ClusterBuilder } from './kpack/cluster-builder.ts';
import type { ClusterBuildpack } from './kpack/cluster-buildpack.ts';
import type { ClusterLifecycle } from './kpack/cluster-lifecycle.ts';
import type { ClusterStack } from './kpack/cluster-stack.ts';
import type { ClusterStore } from './kpack/cluster-store.ts';
import type { Image } from './kpack/image.ts';
import {
  BUILD,
  IMAGE,
  BUILDER,
  CLUSTER_BUILDER,
  BUILDPACK,
  CLUSTER_BUILDPACK,
  CLUSTER_STORE,
  CLUSTER_STACK,
  CLUSTER_LIFECYCLE,
} from './kpack/kind-definitions.ts';
import type { KindDefinition, ReadObject } from './reading/kind.ts';
import { knownKind, type KnownKind } from './reading/known-kind.ts';
import { imageFacts, type ImageFacts } from './taskpack/image-facts.ts';
import { validateImageFacts } from './taskpack/validate-image-facts.ts';
import { PIPELINE_RESOURCE, TASK, TASK_RUN } from './tekton/kind-definitions.ts';
import type { PipelineResource } from './tekton/pipeline-resource.ts';
import type { Task } from './tekton/task.ts';
import type { TaskRun } from './tekton/task-run.ts';

/** The objects that are read, by kind, and as which type. */
export type KnownObject =
  | ReadObject<'Build', Build>
  | ReadObject<'Image', Image>
  | ReadObject<'Builder', Builder>
  | ReadObject<'ClusterBuilder', ClusterBuilder>
  | ReadObject<'Buildpack', Buildpack>
  | ReadObject<'ClusterBuildpack', ClusterBuildpack>
  | ReadObject<'ClusterStore', ClusterStore>
  | ReadObject<'ClusterStack', ClusterStack>
  | ReadObject<'ClusterLifecycle', ClusterLifecycle>
  | ReadObject<'Secret', Secret>
  | ReadObject<'ServiceAccount', ServiceAccount>
  | ReadObject<'Task', Task>
  | ReadObject<'TaskRun', TaskRun>
  | ReadObject<'PipelineResource', PipelineResource>
  | ReadObject<'ImageFacts', ImageFacts>;

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
  rules: validateImageFacts,
};

/** The kinds that are read, each with its group (`''` is Kubernetes' core). */
export const KNOWN_KINDS: readonly KnownKind<KnownObject>[] = [
  knownKind('kpack.io', 'Build', BUILD),
  knownKind('kpack.io', 'Image', IMAGE),
  knownKind('kpack.io', 'Builder', BUILDER),
  knownKind('kpack.io', 'ClusterBuilder', CLUSTER_BUILDER),
  knownKind('kpack.io', 'Buildpack', BUILDPACK),
  knownKind('kpack.io', 'ClusterBuildpack', CLUSTER_BUILDPACK),
  knownKind('kpack.io', 'ClusterStore', CLUSTER_STORE),
  knownKind('kpack.io', 'ClusterStack', CLUSTER_STACK),
  knownKind('kpack.io', 'ClusterLifecycle', CLUSTER_LIFECYCLE),
  knownKind('', 'Secret', SECRET),
  knownKind('', 'ServiceAccount', SERVICE_ACCOUNT),
  knownKind('tekton.dev', 'Task', TASK),
  knownKind('tekton.dev', 'TaskRun', TASK_RUN),
  knownKind('tekton.dev', 'PipelineResource', PIPELINE_RESOURCE),
  knownKind('taskpack.dev', 'ImageFacts', IMAGE_FACTS),
];

/** Kinds of these groups that exist and are not read: nothing of theirs is needed for a translation. */
export const IGNORED_KINDS: readonly string[] = ['SourceResolver'];
