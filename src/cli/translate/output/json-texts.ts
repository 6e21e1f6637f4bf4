import type { JsonObject } from '../../../model/json.ts';

const INDENT = 4;

/** One object as it is, any other number as a `v1 List`, as kubectl writes them. */
export function* jsonTexts(manifests: Iterable<JsonObject>): Generator<string> {
  const [only, second] = firstTwo(manifests);
  if (only !== undefined && second === undefined) {
    yield `${JSON.stringify(only, undefined, INDENT)}\n`;
    return;
  }
  yield '{\n    "apiVersion": "v1",\n    "kind": "List",\n    "items": [';
  let separator = '\n';
  for (const manifest of manifests) {
    yield separator + listItem(manifest);
    separator = ',\n';
  }
  yield '\n    ]\n}\n';
}

function firstTwo(manifests: Iterable<JsonObject>): readonly JsonObject[] {
  const taken: JsonObject[] = [];
  for (const manifest of manifests) {
    taken.push(manifest);
    if (taken.length === 2) break;
  }
  return taken;
}

function listItem(manifest: JsonObject): string {
  return JSON.stringify(manifest, undefined, INDENT).replaceAll(/^/gm, ' '.repeat(2 * INDENT));
}
