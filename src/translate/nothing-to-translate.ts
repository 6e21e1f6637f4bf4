import type { ApiObject } from '../api/read-objects.ts';
import { fieldError, type Problem } from '../model/problem.ts';
import { nameObject } from './object-name.ts';

const TRANSLATED: ReadonlySet<string> = new Set(['Build', 'Image', 'Task', 'TaskRun']);

/** Says of an input without a Build or an Image what is in it and why that makes no workload. */
export function nothingToTranslate(objects: readonly ApiObject[]): readonly Problem[] {
  if (objects.some(({ kind }) => TRANSLATED.has(kind))) return [];
  if (objects.length === 0)
    return [fieldError([], 'nothing to translate: there is no Build and no Image among the inputs')];
  return objects.map((object) => {
    const { kind, name } = nameObject(object);
    const location = object.locate([]);
    const does = kind === 'PipelineResource' ? 'a Task or TaskRun that uses it' : 'a Build or an Image';
    const message = `nothing to translate: ${kind} "${name}" makes no workload by itself, only ${does} does`;
    return { ...fieldError([], message), ...(location !== undefined && { location }) };
  });
}
