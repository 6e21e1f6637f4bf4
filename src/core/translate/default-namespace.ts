import type { ApiObject } from '../api/read-objects.ts';
import { fieldError, type Problem } from '../model/problem.ts';
import type { Namespace } from '../resolver/referenced-objects.ts';
import { located } from './located.ts';
import { nameObject } from './object-name.ts';
import { isTranslated } from './not-translated.ts';

/** Gives an object without a namespace the namespace of `-n`. The API server ignores a namespace of a ClusterTask. */
export function inNamespace(written: ApiObject, namespace: Namespace): ApiObject {
  const object = written.kind === 'ClusterTask' ? withoutNamespace(written) : written;
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
    case 'ClusterTask':
    case 'TaskRun':
    case 'Pipeline':
    case 'PipelineRun':
    case 'PipelineResource':
      return withNamespace(object, namespace);
    case 'ClusterBuilder':
    case 'ClusterBuildpack':
    case 'ClusterStore':
    case 'ClusterStack':
    case 'ClusterLifecycle':
    case 'ImageFacts':
      return object;
  }
}

function withoutNamespace(object: Extract<ApiObject, { kind: 'ClusterTask' }>): ApiObject {
  const { namespace: _, ...metadata } = object.value.metadata;
  return { ...object, value: { ...object.value, metadata } };
}

function withNamespace<Namespaced extends { readonly value: { readonly metadata: object } }>(
  object: Namespaced,
  namespace: string,
): Namespaced {
  const { value } = object;
  return { ...object, value: { ...value, metadata: { ...value.metadata, namespace } } };
}

/** Refuses an object to translate whose namespace differs from `-n`, in kubectl's words. Other objects may differ. */
export function checkNamespace(object: ApiObject, namespace: Namespace): readonly Problem[] {
  const own = nameObject(object).namespace;
  const isChecked = isTranslated(object);
  if (!isChecked || namespace === undefined || own === undefined || own === namespace) return [];
  const path = ['metadata', 'namespace'];
  const message = `the namespace from the provided object "${own}" does not match the namespace "${namespace}"`;
  return [located(fieldError(path, message), object)];
}
