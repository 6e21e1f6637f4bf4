import type { ApiObject } from '../api/read-objects.ts';
import { fieldError, type Problem } from '../model/problem.ts';
import type { Namespace } from '../resolver/world.ts';
import { nameObject } from './object-name.ts';

/** The object with the namespace that `-n` gives to those that name none. */
export function inNamespace(object: ApiObject, namespace: Namespace): ApiObject {
  if (namespace === undefined || nameObject(object).namespace !== undefined) return object;
  switch (object.kind) {
    case 'Other':
      return { ...object, namespace };
    case 'Build':
    case 'Image':
    case 'Builder':
    case 'Buildpack':
    case 'Secret':
    case 'ServiceAccount':
    case 'Task':
    case 'TaskRun':
    case 'PipelineResource':
      return placed(object, namespace);
    case 'ClusterBuilder':
    case 'ClusterBuildpack':
    case 'ClusterStore':
    case 'ClusterStack':
    case 'ClusterLifecycle':
    case 'ImageFacts':
      return object;
  }
}

function placed<Placed extends { readonly value: { readonly metadata: object } }>(
  object: Placed,
  namespace: string,
): Placed {
  const { value } = object;
  return { ...object, value: { ...value, metadata: { ...value.metadata, namespace } } };
}

/** kubectl's complaint about a namespace that is not the one asked for; other objects may live where they like. */
export function checkNamespace(object: ApiObject, namespace: Namespace): readonly Problem[] {
  const own = nameObject(object).namespace;
  const matters = ['Build', 'Image', 'Task', 'TaskRun'].includes(object.kind);
  if (!matters || namespace === undefined || own === undefined || own === namespace) return [];
  const path = ['metadata', 'namespace'];
  const message = `the namespace from the provided object "${own}" does not match the namespace "${namespace}"`;
  const location = object.locate(path);
  return [{ ...fieldError(path, message), ...(location !== undefined && { location }) }];
}
