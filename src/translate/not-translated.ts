import type { ApiObject } from '../api/read-objects.ts';
import type { ResourceBinding } from '../api/tekton/task-run.ts';
import { fieldError, fieldNote, type FieldProblem, fieldWarning, type Problem } from '../model/problem.ts';
import { omittedMetadata, omittedTexts } from '../../translators/old-tekton/metadata.ts';
import { omittedSecrets } from '../../translators/old-tekton/resource-values.ts';
import { nameObject } from './object-name.ts';
import { located } from './located.ts';
import { boundedNames } from '../model/bounded-messages.ts';
import { isJsonObject } from '../model/json.ts';
import { isOldTekton, isTranslated, OLD_TEKTON_KINDS } from './translated-kinds.ts';
import { oldObjectsInTemplate } from './trigger-templates.ts';

/** Kinds of early Tekton without a translation, with advice. */
const UNTRANSLATED_KINDS: Readonly<Record<string, string>> = {
  Run: 'write it as a CustomRun of tekton.dev/v1beta1, with customRef and customSpec instead of ref and spec',
  Condition: 'run the check in a task that writes a result, and compare the result in a when expression',
};

/** Reports an input without any object to translate: one problem for each of its objects. */
export function nothingToTranslate(objects: readonly ApiObject[]): readonly Problem[] {
  if (objects.some(isTranslated)) return [];
  if (objects.length === 0)
    return [
      fieldError(
        [],
        'nothing to translate: the input contains no Build, no Image, and no Task or TaskRun of Tekton before v1; add a file with -f',
      ),
    ];
  const reasons = objects.map(reasonFor);
  return [...new Set(reasons)].flatMap((reason) => {
    const [first, ...others] = objects.filter((_, index) => reasons[index] === reason);
    if (first === undefined) return [];
    if (others.length < MANY) return [first, ...others].map((object) => notTranslated(object, reason));
    const names = boundedNames(others.map(shownObject), MANY);
    return [notTranslated(first, `${reason}; the same is true for ${others.length} more objects: ${names}`)];
  });
}

/** A file or folder with more objects of one kind gets one line for all. */
const MANY = 3;

function notTranslated(object: ApiObject, reason: string): Problem {
  return located(fieldError([], `nothing to translate: ${shownObject(object)} ${reason}`), object);
}

function shownObject(object: ApiObject): string {
  const { kind, name } = nameObject(object);
  return `${kind} ${JSON.stringify(object.kind === 'Other' ? shownName(object) : name)}`;
}

function reasonFor(object: ApiObject): string {
  const { apiVersion, kind } = nameObject(object);
  if (kind === 'Build' || kind === 'Image') {
    return `has the apiVersion ${apiVersion}; taskpack translates Builds and Images of kpack.io`;
  }
  if (isUntranslated(object)) return 'has a kind that taskpack does not translate';
  if (oldObjectsInTemplate(object).length > 0) return 'has objects that are not translated';
  if (isCurrentTekton(object)) return 'is already in tekton.dev/v1; apply it unchanged';
  const does = kind === 'PipelineResource' ? 'a TaskRun or PipelineRun that uses it' : 'a Build or an Image';
  return `is not a workload; add ${does}`;
}

/** Warns of PipelineResources that no run of the input uses, and notes what is lost of the others. */
export function replacedResources(objects: readonly ApiObject[]): readonly Problem[] {
  if (!objects.some(isTranslated)) return [];
  const used = new Set(objects.flatMap(usedResources));
  return objects.flatMap((object) => {
    if (object.kind !== 'PipelineResource') return [];
    const problems = used.has(resourceKey(nameObject(object)))
      ? [
          ...omittedTexts(object.value),
          ...omittedSecrets(object.value.spec, ['spec']),
          ...omittedMetadata(object.value.metadata),
        ]
      : [unusedResource(nameObject(object).name)];
    return problems.map((problem) => located(problem, object));
  });
}

function unusedResource(name: string): FieldProblem {
  const message = `PipelineResource "${name}" is not in the output, because no TaskRun or PipelineRun of the input uses it`;
  return fieldWarning([], message);
}

/** Notes that objects of Tekton v1 beside older ones are not in the output, because they need no translation. */
export function currentTekton(objects: readonly ApiObject[]): readonly Problem[] {
  if (!objects.some(isOldTekton)) return [];
  return objects.filter(isCurrentTekton).map((object) => {
    const message = 'is not in the output, because it is already in tekton.dev/v1; apply it unchanged';
    return located(fieldNote(['kind'], `this ${nameObject(object).kind} ${message}`), object);
  });
}

function isCurrentTekton(object: ApiObject): boolean {
  if (object.kind !== 'Other' || object.apiVersion !== 'tekton.dev/v1') return false;
  return OLD_TEKTON_KINDS.some((kind) => kind === object.kindName);
}

function usedResources(object: ApiObject): readonly string[] {
  if (object.kind !== 'TaskRun' && object.kind !== 'PipelineRun') return [];
  const { namespace } = object.value.metadata;
  return bindingsOf(object).flatMap(({ resourceRef }) =>
    resourceRef === undefined ? [] : [resourceKey({ namespace, name: resourceRef.name })],
  );
}

function bindingsOf(run: Extract<ApiObject, { kind: 'TaskRun' | 'PipelineRun' }>): readonly ResourceBinding[] {
  if (run.kind === 'PipelineRun') return run.value.spec.resources ?? [];
  const { inputs = [], outputs = [] } = run.value.spec.resources ?? {};
  return [...inputs, ...outputs];
}

function resourceKey({ namespace, name }: { readonly namespace: string | undefined; readonly name: string }): string {
  return `${namespace ?? ''}/${name}`;
}

/** Warns of objects of early Tekton without a translation: some kinds, and all kinds in a TriggerTemplate. */
export function untranslatedKind(object: ApiObject): readonly Problem[] {
  if (!isUntranslated(object)) return oldObjectsInTemplate(object).map((problem) => located(problem, object));
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
