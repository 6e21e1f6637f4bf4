import type { ImageFacts } from '../../src/core/api/taskpack/image-facts.ts';
import type { PipelineResourceSpec } from '../../src/core/api/tekton/pipeline-resource.ts';
import type { Pipeline } from '../../src/core/api/tekton/pipeline.ts';
import type { ClusterTask, Task } from '../../src/core/api/tekton/task.ts';
import type { BuildPolicy } from '../../src/core/model/build-policy.ts';

/** The objects that a Task or TaskRun can refer to. */
export interface ReferencedTektonObjects {
  imageFacts(image: string): ImageFacts | undefined;
  pipelineResource(namespace: string | undefined, name: string): PipelineResourceSpec | undefined;
  task(namespace: string | undefined, name: string): WrittenTask | undefined;
  clusterTask(name: string): WrittenTask | undefined;
  pipeline(namespace: string | undefined, name: string): WrittenPipeline | undefined;
  /** Returns the known object that a reference to an unknown object may mean, and what to do, as the end of a sentence. */
  similarObject(reference: TektonReference): string | undefined;
  readonly artifacts: ArtifactStorage;
}

/** The object that a field names. */
export interface TektonReference {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** A Task or ClusterTask and the API version of its document. v1alpha1 gave steps more defaults. */
export interface WrittenTask {
  readonly task: Task | ClusterTask;
  readonly version: string;
}

/** A Pipeline and the API version of its document, which is that of the Tasks in it. */
export interface WrittenPipeline {
  readonly pipeline: Pipeline;
  readonly version: string;
}

/** The storage in which early Tekton passed files between tasks (ConfigMaps `config-artifact-pvc`, `-bucket`). */
export interface ArtifactStorage {
  /** If it is set, early Tekton used it instead of a claim. */
  readonly bucket?: ArtifactBucket;
  readonly size: string;
  readonly storageClassName?: string;
}

/** The bucket of the ConfigMap `config-artifact-bucket`. */
export interface ArtifactBucket {
  readonly location: string;
  /** The key of the service account, in the namespace of the run. */
  readonly secret?: { readonly name: string; readonly key: string };
  /** The name of the variable that gsutil read the key from. */
  readonly fieldName: string;
}

/** The options of the added taskpack steps. */
export type OldTektonOptions = Pick<BuildPolicy, 'images' | 'trustUnknownSshHosts'>;
