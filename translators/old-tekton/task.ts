import { metadataOf } from './metadata.ts';
import type { Translated } from './problems.ts';
import { translateSpec } from './task-spec.ts';
import type { OldTektonOptions, OldTektonWorld, WrittenTask } from './world.ts';

/** A Task of Tekton before v1 as a Task of tekton.dev/v1. */
export function translateTask(
  { task, version }: WrittenTask,
  world: OldTektonWorld,
  options: OldTektonOptions,
): Translated {
  const { spec, problems } = translateSpec(task.spec, version, ['spec'], world, options);
  const manifest = { apiVersion: 'tekton.dev/v1', kind: 'Task', metadata: metadataOf(task.metadata), spec };
  return { manifests: [manifest], problems };
}
