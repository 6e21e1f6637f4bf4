import type { PipelineTaskResource } from '../../src/core/api/tekton/pipeline.ts';
import type { LinkedTask } from './pipeline-tasks.ts';
import type { Binding } from './task-run-resources.ts';

/** A resource that a task of a Pipeline binds. */
export type TaskBinding = Binding<PipelineTaskResource>;

/** True for an input whose files come from an earlier task of the Pipeline. For an image, `from` is only an order. */
export function isFromEarlierTask({ resource, binding }: TaskBinding): boolean {
  return resource.direction === 'inputs' && resource.type !== 'image' && (binding.from ?? []).length > 0;
}

/** True if a later task gets the files of this output. */
export function isRead({ binding }: TaskBinding, source: LinkedTask, tasks: readonly LinkedTask[]): boolean {
  return tasks.some(({ bindings }) =>
    bindings.some(
      (input) =>
        isFromEarlierTask(input) &&
        input.binding.resource === binding.resource &&
        (input.binding.from ?? []).includes(source.task.name),
    ),
  );
}

/**
 * Returns the directory on the Pipeline's workspace that a task copies an output to: `TASK/RESOURCE`, as early Tekton had it
 * on its claim (pipelinerun/resources/input_output_steps.go).
 */
export function outputDirectory({ resource }: TaskBinding, { task }: LinkedTask): string {
  return `${task.name}/${resource.name}`;
}

/** Returns the directory that a task reads an input from, or `undefined` if no earlier task writes the resource. */
export function inputDirectory({ binding }: TaskBinding, tasks: readonly LinkedTask[]): string | undefined {
  const source = tasks.find(({ task }) => task.name === binding.from?.[0]);
  const output = source?.bindings.find(
    (bound) => bound.resource.direction === 'outputs' && bound.binding.resource === binding.resource,
  );
  return source === undefined || output === undefined ? undefined : outputDirectory(output, source);
}
