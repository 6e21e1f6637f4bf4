import type { Json } from '../../../src/core/model/json.ts';
import type { FieldPath } from '../../../src/core/model/problem.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { KubectlAnswer } from './yaml-oracle.ts';

/** The result of comparing one text. `invalid` means that kubectl refuses the text. */
export type Finding =
  | 'same'
  | 'reported'
  | 'invalid'
  | { readonly text: string; readonly differences: readonly string[] };

/**
 * Compares taskpack's documents with kubectl's. Each value that differs must be at, below or beside a place that taskpack
 * reports. A key that kubectl renames, such as `on`, appears beside the reported key.
 */
export function compare(text: string, kubectl: KubectlAnswer): Finding {
  if (kubectl.error !== undefined) return 'invalid';
  const { documents, problems } = parseYaml(text, 'in.yaml');
  const [refusal] = problems;
  if (refusal !== undefined) return { text, differences: [`taskpack refuses: ${refusal.message}`] };
  if (documents.length !== kubectl.documents.length) {
    return { text, differences: [`taskpack reads ${documents.length} documents, kubectl ${kubectl.documents.length}`] };
  }
  const differences = documents.map((document, index) => {
    const reported = (document.kubectlDifferences?.([], false) ?? []).flatMap(({ paths }) => paths);
    const found = differingPaths(asJson(document.value), kubectl.documents[index] ?? null, []);
    return { found, unexplained: found.filter((path) => !reported.some((place) => explains(place, path))) };
  });
  const unexplained = differences.flatMap((difference) => difference.unexplained);
  if (unexplained.length > 0) return { text, differences: unexplained.map((path) => `differs: ${path.join('.')}`) };
  return differences.some(({ found }) => found.length > 0) ? 'reported' : 'same';
}

/** Converts a value to JSON as a manifest does. */
export function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

function explains(reported: FieldPath, path: FieldPath): boolean {
  const isBeside = reported.length === path.length && isPrefix(reported.slice(0, -1), path);
  return isPrefix(reported, path) || isBeside;
}

function isPrefix(prefix: FieldPath, path: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((segment, index) => segment === path[index]);
}

function differingPaths(ours: Json, theirs: Json, path: FieldPath): readonly FieldPath[] {
  if (isCollection(ours) && isCollection(theirs) && Array.isArray(ours) === Array.isArray(theirs)) {
    const [one, other] = [new Map(entriesOf(ours)), new Map(entriesOf(theirs))];
    return [...new Set([...one.keys(), ...other.keys()])].flatMap((key) => {
      const [left, right] = [one.get(key), other.get(key)];
      return left === undefined || right === undefined ? [[...path, key]] : differingPaths(left, right, [...path, key]);
    });
  }
  return Object.is(ours, theirs) || (ours === 0 && theirs === 0) ? [] : [path];
}

function isCollection(value: Json): value is Extract<Json, object> {
  return typeof value === 'object' && value !== null;
}

function entriesOf(value: Extract<Json, object>): readonly (readonly [string | number, Json])[] {
  return Array.isArray(value) ? value.map((item: Json, index) => [index, item] as const) : Object.entries(value);
}
