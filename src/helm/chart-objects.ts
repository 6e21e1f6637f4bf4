import { CONTROLLER_NAMESPACE } from '../model/installation-names.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import { codeLines, codeValue, templateText } from './template-code.ts';

/** The namespace of the release. `$` is the root also within a loop. */
const RELEASE_NAMESPACE = codeValue('$.Release.Namespace');

/** The labels that Helm's users expect on every object of a chart. */
const LABEL_LINES = codeLines('{{- include "taskpack.labels" $ | nindent @ }}');

/** Objects of a template, and the condition or loop of Go template code around them. */
export interface ChartObjects {
  readonly head?: string;
  readonly manifests: readonly JsonObject[];
}

/** Returns the text of a template. */
export function chartTemplate(parts: readonly ChartObjects[]): string {
  return HEAD + parts.map(part).join('');
}

const HEAD = '{{- /* Written by npm run generate from src/helm; do not edit. */ -}}\n';

function part({ head, manifests }: ChartObjects): string {
  const text = manifests.map((manifest) => `---\n${templateText(inRelease(manifest))}`).join('');
  return head === undefined ? text : `{{- ${head} }}\n${text}{{- end }}\n`;
}

/** Returns an object of an installation with the labels and in the namespace of a release. */
function inRelease(manifest: JsonObject): JsonObject {
  const { metadata } = manifest;
  const { labels, ...rest } = isJsonObject(metadata) ? metadata : {};
  const labelled = { ...rest, labels: { ...(isJsonObject(labels) && labels), [LABEL_LINES]: '' } };
  return withNamespace({ ...manifest, metadata: labelled });
}

function withNamespace(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, placed(key, value)]));
}

function placed(key: string, value: Json): Json {
  if (typeof value === 'string') {
    if (key === 'namespace' && value === CONTROLLER_NAMESPACE) return RELEASE_NAMESPACE;
    // The user name in the rule of a ValidatingAdmissionPolicy.
    return value.replaceAll(`serviceaccount:${CONTROLLER_NAMESPACE}:`, `serviceaccount:${RELEASE_NAMESPACE}:`);
  }
  if (isJsonObject(value)) return withNamespace(value);
  return isJsonList(value) ? value.map((item) => placed('', item)) : value;
}
