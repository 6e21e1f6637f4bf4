import { plainJson } from '../../controllers/status.ts';
import type { KubeObject } from '../../kube/client/kube-object.ts';
import type { JsonObject } from '../../model/json.ts';
import { formatYaml } from '../../yaml/format-yaml.ts';
import { jsonTexts, yamlTexts } from '../output.ts';

/** The formats of `taskpack list`. `table` and `wide` are for people. */
export type ListOutput = 'table' | 'wide' | 'json' | 'yaml' | 'name';

/** Returns a line such as `image.kpack.io/shop`, which kubectl takes as an argument. */
export function nameText({ apiVersion, kind, metadata }: KubeObject): string {
  const [group = ''] = apiVersion.split('/');
  return `${kind.toLowerCase()}.${group}/${metadata.name}\n`;
}

/** Formats views as one List, or as separate documents. */
export function viewTexts(views: readonly object[], format: 'json' | 'yaml', as: 'list' | 'each'): Iterable<string> {
  const items = views.map(plainJson);
  if (as === 'each') {
    return format === 'json' ? items.flatMap((item) => [...safeJson(item)]) : yamlTexts(items);
  }
  const whole = { apiVersion: 'v1', kind: 'List', items };
  return format === 'json' ? safeJson(whole) : [formatYaml(whole)];
}

/** Control characters that JSON may contain unescaped, and marks that change the direction of text. */
const CONTROLS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Formats JSON without control characters, because logs are hostile and the reader may be a terminal. */
function* safeJson(item: JsonObject): Generator<string> {
  for (const text of jsonTexts([item])) {
    yield text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
}
