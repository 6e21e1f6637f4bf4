import { plainJson } from '../../core/model/json.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';
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
    return format === 'json' ? items.flatMap((item) => [...jsonTexts([item])]) : yamlTexts(items);
  }
  const whole = { apiVersion: 'v1', kind: 'List', items };
  return format === 'json' ? jsonTexts([whole]) : [formatYaml(whole)];
}
