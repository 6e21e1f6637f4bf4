import type { ApiObject } from '../api/read-objects.ts';
import { fieldError, type FieldProblem, fieldWarning, type Problem } from '../model/problem.ts';
import { nameObject } from './object-name.ts';
import { isUntranslated, shownName } from './old-tekton.ts';

const TRANSLATED_KINDS: ReadonlySet<string> = new Set(['Build', 'Image', 'Task', 'TaskRun']);

/** Reports an input without any object to translate: one problem for each of its objects. */
export function nothingToTranslate(objects: readonly ApiObject[]): readonly Problem[] {
  if (objects.some(({ kind }) => TRANSLATED_KINDS.has(kind))) return [];
  if (objects.length === 0)
    return [fieldError([], 'nothing to translate: the input contains no Build and no Image; add a file with -f')];
  return objects.map((object) => {
    return located(object, fieldError([], `nothing to translate: ${reasonFor(object)}`));
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
      return located(object, fieldWarning([], message));
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

function located(object: ApiObject, problem: FieldProblem): Problem {
  const location = object.locate([]);
  return { ...problem, ...(location !== undefined && { location }) };
}
