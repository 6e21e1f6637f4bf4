import type { ImageFacts } from '../../src/api/taskpack/image-facts.ts';
import type { PipelineResourceSpec } from '../../src/api/tekton/pipeline-resource.ts';
import type { Task } from '../../src/api/tekton/task.ts';

/** What is known beside the Task or TaskRun itself. */
export interface OldTektonWorld {
  imageFacts(image: string): ImageFacts | undefined;
  pipelineResource(namespace: string | undefined, name: string): PipelineResourceSpec | undefined;
  task(namespace: string | undefined, name: string): WrittenTask | undefined;
  readonly artifacts: ArtifactStorage;
}

/** A Task, and in which version it was written: v1alpha1 promised more to its steps. */
export interface WrittenTask {
  readonly task: Task;
  readonly version: string;
}

/** Where early Tekton kept what tasks of one PipelineRun hand on (ConfigMaps `config-artifact-pvc`, `-bucket`). */
export interface ArtifactStorage {
  /** The bucket, where one took the place of the claim. */
  readonly bucket?: string;
  readonly size: string;
  readonly storageClassName?: string;
}

/** What the steps that are added are run with. */
export interface OldTektonOptions {
  readonly stepsImage: string;
  readonly trustUnknownSshHosts: boolean;
}
