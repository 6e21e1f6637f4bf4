import type { ApiObject } from '../api/read-objects.ts';
import { fieldError, fieldWarning, type Problem } from '../model/problem.ts';
import { nameObject } from './object-name.ts';
import { located } from './located.ts';
import { isJsonObject } from '../model/json.ts';

const TRANSLATED_KINDS: ReadonlySet<string> = new Set(['Build', 'Image', 'Task', 'TaskRun']);

/** Kinds of early Tekton without a translation, with advice. */
const UNTRANSLATED_KINDS: Readonly<Record<string, string>> = {
  ClusterTask: 'make it a Task, and refer to it with the resolver "cluster" from other namespaces',
  Condition: 'write a when expression in the task of the Pipeline',
  Pipeline: 'write it in tekton.dev/v1, and bind the workspaces and parameters that replace the resources of its Tasks',
  PipelineRun:
    'write it in tekton.dev/v1, and bind the workspaces and parameters that replace the resources of its Pipeline',
};

/** Reports an input without any object to translate: one problem for each of its objects. */
export function nothingToTranslate(objects: readonly ApiObject[]): readonly Problem[] {
  if (objects.some(({ kind }) => TRANSLATED_KINDS.has(kind))) return [];
  if (objects.length === 0)
    return [fieldError([], 'nothing to translate: the input contains no Build and no Image; add a file with -f')];
  return objects.map((object) => {
    return located(fieldError([], `nothing to translate: ${reasonFor(object)}`), object);
  });
}

function reasonFor(object: ApiObject): string {
  const { apiVersion, kind, name } = nameObject(object);
  if (kind === 'Build' || kind === 'Image') {
    return `${kind} "${name}" has the apiVersion ${apiVersion}; taskpack translates Builds and Images of kpack.io`;
  }
  if (isUntranslated(object)) return `${kind} ${JSON.stringify(shownName(object))} is of a kind that is not translated`;
  const does = kind === 'PipelineResource' ? 'a Task or TaskRun that uses it' : 'a Build or an Image';
  return `${kind} "${name}" is not a workload; add ${does}`;
}

/** Warns of PipelineResources that no TaskRun of the input uses, because nothing of them is in the output. */
export function unusedResources(objects: readonly ApiObject[]): readonly Problem[] {
  if (!objects.some(({ kind }) => TRANSLATED_KINDS.has(kind))) return [];
  const used = new Set(objects.flatMap(usedResources));
  return objects
    .filter((object) => object.kind === 'PipelineResource' && !used.has(resourceKey(nameObject(object))))
    .map((object) => {
      const message = `PipelineResource "${nameObject(object).name}" is not in the output, because no TaskRun of the input uses it`;
      return located(fieldWarning([], message), object);
    });
}

function usedResources(object: ApiObject): readonly string[] {
  if (object.kind !== 'TaskRun') return [];
  const { metadata, spec } = object.value;
  const bindings = [...(spec.resources?.inputs ?? []), ...(spec.resources?.outputs ?? [])];
  return bindings.flatMap(({ resourceRef }) =>
    resourceRef === undefined ? [] : [resourceKey({ namespace: metadata.namespace, name: resourceRef.name })],
  );
}

function resourceKey({ namespace, name }: { readonly namespace: string | undefined; readonly name: string }): string {
  return `${namespace ?? ''}/${name}`;
}

/** Warns of an object of early Tekton whose kind has no translation. Returns no problem for any other object. */
export function untranslatedKind(object: ApiObject): readonly Problem[] {
  if (!isUntranslated(object)) return [];
  const { kindName } = object;
  const message = `${kindName} ${JSON.stringify(shownName(object))} is not translated; ${UNTRANSLATED_KINDS[kindName]}`;
  return [located(fieldWarning(['kind'], message), object)];
}

function isUntranslated(object: ApiObject): object is Extract<ApiObject, { kind: 'Other' }> {
  if (object.kind !== 'Other') return false;
  const { apiVersion, kindName } = object;
  const isOld = apiVersion === 'tekton.dev/v1alpha1' || apiVersion === 'tekton.dev/v1beta1';
  return isOld && Object.hasOwn(UNTRANSLATED_KINDS, kindName);
}

/** Returns the object's name. Runs often have only a `generateName`. */
function shownName({ name, value }: Extract<ApiObject, { kind: 'Other' }>): string {
  const metadata = isJsonObject(value) ? value['metadata'] : undefined;
  const prefix = isJsonObject(metadata) ? metadata['generateName'] : undefined;
  return name === '' && typeof prefix === 'string' ? prefix : name;
}
