import type { JsonObject } from '../../../model/json.ts';
import { formatYaml } from '../../../yaml/format-yaml.ts';

/** Documents with `---` between them. */
export function* yamlTexts(manifests: Iterable<JsonObject>): Generator<string> {
  let separator = '';
  for (const manifest of manifests) {
    yield separator + formatYaml(manifest);
    separator = '---\n';
  }
}
