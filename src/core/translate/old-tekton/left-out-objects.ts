import type { ApiObject } from '../../api/read-objects.ts';
import type { ResourceBinding } from '../../api/tekton/task-run.ts';
import { fields, items, json, text } from '../../model/objects/reader.ts';
import { fieldNote, fieldWarning, type FieldProblem, type Problem } from '../../model/problem.ts';
import { omittedMetadata, omittedTexts } from '../../../../translators/old-tekton/metadata.ts';
import { omittedSecrets } from '../../../../translators/old-tekton/resource-values.ts';
import { located } from '../located.ts';
import { nameObject, shownName } from '../object-name.ts';
import { isOldRun, isOldTekton, isRunKind, OLD_TEKTON_KINDS, type OldTektonRun } from './kinds.ts';

/** Kinds of early Tekton without a translation, with advice. */
const UNTRANSLATED_KINDS: Readonly<Record<string, string>> = {
  Run: 'write it as a CustomRun of tekton.dev/v1beta1, with customRef and customSpec instead of ref and spec',
  Condition: 'run the check in a task that writes a result, and compare the result in a when expression',
};

/** Returns the problems of Tekton's objects that are not in the output beside the workloads. `unread` are the kinds of unread objects. */
export function leftOutObjects(
  objects: readonly ApiObject[],
  unread: readonly (string | undefined)[],
): readonly Problem[] {
  // An invalid run can use any PipelineResource.
  const isComplete = !unread.some((kind) => kind === undefined || isRunKind(kind));
  return [...(isComplete ? replacedResources(objects) : []), ...currentTekton(objects)];
}

/** Returns why an input with this object alone gives no output, or `undefined` if Tekton's history is not the reason. */
export function whyLeftOut(object: ApiObject): string | undefined {
  if (isUntranslated(object)) return 'has a kind that taskpack does not translate';
  if (oldObjectsInTemplate(object).length > 0) return 'has objects that are not translated';
  if (isCurrentTekton(object)) return 'is already in tekton.dev/v1; apply it unchanged';
  return undefined;
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

const asTemplate = fields({ spec: fields({ resourcetemplates: items }) });

/** Warns of objects of Tekton before v1 in a TriggerTemplate of Tekton Triggers, because they stay as they are. */
function oldObjectsInTemplate(object: ApiObject): readonly FieldProblem[] {
  if (object.kind !== 'Other' || !/^(?:triggers\.)?tekton\.dev\//.test(object.apiVersion)) return [];
  if (object.kindName !== 'TriggerTemplate') return [];
  return asTemplate(json(object.value)).spec.resourcetemplates.flatMap((template, index) => {
    const { apiVersion, kind } = json(template);
    if (typeof kind !== 'string' || !/^tekton\.dev\/v1(?:alpha|beta)1$/.test(text(apiVersion) ?? '')) return [];
    const message = `the ${kind} in TriggerTemplate ${JSON.stringify(object.name)} is not translated; write it in tekton.dev/v1`;
    return [fieldWarning(['spec', 'resourcetemplates', index, 'apiVersion'], message)];
  });
}

/** Warns of PipelineResources that no run of the input uses, and notes what is lost of the others. */
function replacedResources(objects: readonly ApiObject[]): readonly Problem[] {
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
function currentTekton(objects: readonly ApiObject[]): readonly Problem[] {
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
  if (!isOldRun(object)) return [];
  const { namespace } = object.value.metadata;
  return bindingsOf(object).flatMap(({ resourceRef }) =>
    resourceRef === undefined ? [] : [resourceKey({ namespace, name: resourceRef.name })],
  );
}

function bindingsOf(run: OldTektonRun): readonly ResourceBinding[] {
  if (run.kind === 'PipelineRun') return run.value.spec.resources ?? [];
  const { inputs = [], outputs = [] } = run.value.spec.resources ?? {};
  return [...inputs, ...outputs];
}

function resourceKey({ namespace, name }: { readonly namespace: string | undefined; readonly name: string }): string {
  return `${namespace ?? ''}/${name}`;
}
