import type { JsonObject } from '../core/model/json.ts';
import type { Manifest } from '../core/model/kubernetes-object.ts';
import { visibleJson } from '../core/model/one-line.ts';
import { formatYaml, yamlFormatter } from '../core/yaml/format-yaml.ts';

export type OutputFormat = 'yaml' | 'json' | 'name';

/** Formats objects one by one. */
export function formatManifests(manifests: Iterable<Manifest>, format: OutputFormat): Iterable<string> {
  switch (format) {
    case 'yaml':
      return yamlTexts(manifests);
    case 'json':
      return jsonTexts(manifests);
    case 'name':
      return nameTexts(manifests);
  }
}

/** Yields `taskrun.tekton.dev/NAME` or `pod/NAME`, as `kubectl -o name` does. */
function* nameTexts(manifests: Iterable<Manifest>): Generator<string> {
  for (const { apiVersion, kind, metadata } of manifests) {
    const [group, version] = apiVersion.split('/');
    yield `${kind.toLowerCase()}${version === undefined ? '' : `.${group}`}/${metadata.name}\n`;
  }
}

/** Formats objects as YAML documents with `---` in between. */
export function* yamlTexts(manifests: Iterable<JsonObject>): Generator<string> {
  const format = yamlFormatter();
  let separator = '';
  for (const manifest of manifests) {
    yield separator + format(manifest);
    separator = '---\n';
  }
}

/** Formats each object as a YAML document after `---`, so that several outputs can be appended to one file. */
export function* appendableYamlTexts(objects: Iterable<JsonObject>): Generator<string> {
  for (const object of objects) yield `---\n${formatYaml(object)}`;
}

const INDENT = 4;

/** Formats a single object as JSON, and any other number of objects as a `v1` List, as kubectl does. */
export function* jsonTexts(manifests: Iterable<JsonObject>): Generator<string> {
  const [only, second] = firstTwo(manifests);
  if (only !== undefined && second === undefined) {
    yield `${jsonText(only)}\n`;
    return;
  }
  yield '{\n    "apiVersion": "v1",\n    "kind": "List",\n    "items": [';
  let separator = '\n';
  for (const manifest of manifests) {
    yield separator + jsonText(manifest).replaceAll(/^/gm, ' '.repeat(2 * INDENT));
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

function jsonText(manifest: JsonObject): string {
  return visibleJson(JSON.stringify(manifest, undefined, INDENT));
}
