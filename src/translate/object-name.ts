import type { ApiObject } from '../api/read-objects.ts';
import type { Namespace } from '../resolver/referenced-objects.ts';
import type { TaskRun } from '../api/tekton/task-run.ts';
import { contentName } from '../model/names.ts';

/** The fields that identify an object. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: Namespace;
  readonly name: string;
}

export function nameObject(object: ApiObject): ObjectName {
  switch (object.kind) {
    case 'Other':
      return { apiVersion: object.apiVersion, kind: object.kindName, namespace: object.namespace, name: object.name };
    case 'ImageFacts':
      return { apiVersion: object.value.apiVersion, kind: object.kind, namespace: undefined, name: object.value.image };
    case 'Build':
    case 'Image':
    case 'Builder':
    case 'ClusterBuilder':
    case 'Buildpack':
    case 'ClusterBuildpack':
    case 'ClusterStore':
    case 'ClusterStack':
    case 'ClusterLifecycle':
    case 'Secret':
    case 'ServiceAccount':
    case 'Task':
    case 'TaskRun':
    case 'PipelineResource': {
      const { apiVersion, metadata } = object.value;
      return { apiVersion, kind: object.kind, namespace: metadata.namespace, name: metadata.name ?? '' };
    }
  }
}

/** Gives a TaskRun with only a `generateName` a name, because `kubectl apply` needs one. */
export function withName(object: ApiObject): ApiObject {
  if (object.kind !== 'TaskRun' || object.value.metadata.name !== undefined) return object;
  const { value } = object;
  return { ...object, value: { ...value, metadata: { ...value.metadata, name: generatedName(value) } } };
}

/** Returns the name of such a TaskRun. Equal TaskRuns get the same name. */
export function generatedName({ metadata: { generateName = '' }, spec }: TaskRun): string {
  return contentName(generateName, JSON.stringify(spec));
}
