import type { ApiObject } from '../api/read-objects.ts';
import type { TaskRun } from '../api/tekton/task-run.ts';
import { contentName } from '../model/names.ts';

/** The object with a name, if it is a run that leaves it to the API server: outputs are applied, which needs one. */
export function withName(object: ApiObject): ApiObject {
  if (object.kind !== 'TaskRun' || object.value.metadata.name !== undefined) return object;
  const { value } = object;
  return { ...object, value: { ...value, metadata: { ...value.metadata, name: generatedName(value) } } };
}

/** The name that a run gets here: always the same for the same run. */
export function generatedName({ metadata: { generateName = '' }, spec }: TaskRun): string {
  return contentName(generateName, JSON.stringify(spec));
}
