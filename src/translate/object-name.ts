import type { ApiObject } from '../api/read-objects.ts';
import type { Namespace } from '../resolver/world.ts';

/** What names an object. */
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
