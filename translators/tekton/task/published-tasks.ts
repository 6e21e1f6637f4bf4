import type { Manifest } from '../../../src/core/model/kubernetes-object.ts';
import { makeSourceTask } from './source-task.ts';
import { makeTask } from './task.ts';

interface PublishedTaskOptions {
  readonly version: string;
  readonly stepsImage: string;
}

/** Returns the Tasks that a Pipeline uses beside the one that builds: they need no builder. */
export function companionTasks(options: PublishedTaskOptions): readonly Manifest[] {
  return [
    makeTask({ kind: 'rebase', name: 'buildpacks-rebase', ...options }),
    makeSourceTask({ name: 'buildpacks-source', ...options }),
  ];
}

/** Returns the Tasks of tasks/. */
export function publishedTasks(options: PublishedTaskOptions): readonly Manifest[] {
  return [makeTask({ kind: 'build', name: 'buildpacks', ...options }), ...companionTasks(options)];
}
