import { secret, type Secret, validateSecret } from './kubernetes/secret.ts';
import { serviceAccount, type ServiceAccount } from './kubernetes/service-account.ts';
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
import type { KindDefinition } from './reading/read-kind.ts';
import { type ReadObject, supportedKind, type SupportedKind } from './reading/supported-kind.ts';
import { imageFacts, type ImageFacts, validateImageFacts } from './taskpack/image-facts.ts';
import { CLUSTER_TASK, PIPELINE, PIPELINE_RESOURCE, PIPELINE_RUN, TASK, TASK_RUN } from './tekton/kind-definitions.ts';
import type { Pipeline } from './tekton/pipeline.ts';
import type { PipelineRun } from './tekton/pipeline-run.ts';
import type { PipelineResource } from './tekton/pipeline-resource.ts';
import type { ClusterTask, Task } from './tekton/task.ts';
import type { TaskRun } from './tekton/task-run.ts';

/** An object of a kind that taskpack reads. */
export type SupportedObject =
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
  | ReadObject<'ClusterTask', ClusterTask>
  | ReadObject<'TaskRun', TaskRun>
  | ReadObject<'Pipeline', Pipeline>
  | ReadObject<'PipelineRun', PipelineRun>
  | ReadObject<'PipelineResource', PipelineResource>
  | ReadObject<'ImageFacts', ImageFacts>;

const SECRET: KindDefinition<Secret> = {
  apiVersion: 'v1',
  schema: secret,
  versions: { v1: {} },
  rules: validateSecret,
  isSecret: true,
};

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

/** All kinds that taskpack reads. The group `''` is Kubernetes' core group. */
export const SUPPORTED_KINDS: readonly SupportedKind<SupportedObject>[] = [
  supportedKind('kpack.io', 'Build', BUILD),
  supportedKind('kpack.io', 'Image', IMAGE),
  supportedKind('kpack.io', 'Builder', BUILDER),
  supportedKind('kpack.io', 'ClusterBuilder', CLUSTER_BUILDER),
  supportedKind('kpack.io', 'Buildpack', BUILDPACK),
  supportedKind('kpack.io', 'ClusterBuildpack', CLUSTER_BUILDPACK),
  supportedKind('kpack.io', 'ClusterStore', CLUSTER_STORE),
  supportedKind('kpack.io', 'ClusterStack', CLUSTER_STACK),
  supportedKind('kpack.io', 'ClusterLifecycle', CLUSTER_LIFECYCLE),
  supportedKind('', 'Secret', SECRET),
  supportedKind('', 'ServiceAccount', SERVICE_ACCOUNT),
  supportedKind('tekton.dev', 'Task', TASK),
  supportedKind('tekton.dev', 'ClusterTask', CLUSTER_TASK),
  supportedKind('tekton.dev', 'TaskRun', TASK_RUN),
  supportedKind('tekton.dev', 'Pipeline', PIPELINE),
  supportedKind('tekton.dev', 'PipelineRun', PIPELINE_RUN),
  supportedKind('tekton.dev', 'PipelineResource', PIPELINE_RESOURCE),
  supportedKind('taskpack.dev', 'ImageFacts', IMAGE_FACTS),
];

/** Kinds of kpack that taskpack ignores, because no translation needs them. */
export const IGNORED_KINDS: readonly string[] = ['SourceResolver'];
