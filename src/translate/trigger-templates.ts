import type { ApiObject } from '../api/read-objects.ts';
import { isJsonObject, type Json } from '../model/json.ts';
import { fieldWarning, type FieldProblem } from '../model/problem.ts';

/** Warns of objects of Tekton before v1 in a TriggerTemplate of Tekton Triggers, because they stay as they are. */
export function oldObjectsInTemplate(object: ApiObject): readonly FieldProblem[] {
  if (object.kind !== 'Other' || !/^(?:triggers\.)?tekton\.dev\//.test(object.apiVersion)) return [];
  if (object.kindName !== 'TriggerTemplate' || !isJsonObject(object.value)) return [];
  const { spec } = object.value;
  const templates: Json | undefined = isJsonObject(spec) ? spec['resourcetemplates'] : undefined;
  return (Array.isArray(templates) ? templates : []).flatMap((template: Json, index) => {
    const { apiVersion, kind } = isJsonObject(template) ? template : {};
    if (
      typeof kind !== 'string' ||
      !/^tekton\.dev\/v1(?:alpha|beta)1$/.test(typeof apiVersion === 'string' ? apiVersion : '')
    )
      return [];
    const message = `the ${kind} in TriggerTemplate ${JSON.stringify(object.name)} is not translated; write it in tekton.dev/v1`;
    return [fieldWarning(['spec', 'resourcetemplates', index, 'apiVersion'], message)];
  });
}
