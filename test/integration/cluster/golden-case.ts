import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';

const FOLDER = path.join(import.meta.dirname, '../../golden');

/** A golden case, and what of it can be applied. */
export interface GoldenCase {
  readonly name: string;
  /** Objects of the input that a cluster knows without kpack. */
  readonly surroundings: readonly KubernetesObject[];
  /** What is printed for a backend, as text and as objects; absent where it is refused. */
  output(backend: 'taskrun' | 'pod-init' | 'pod-containers'): Output | undefined;
}

export interface Output {
  readonly text: string;
  readonly objects: readonly KubernetesObject[];
}

export function goldenCases(): readonly GoldenCase[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => goldenCase(name));
}

function goldenCase(name: string): GoldenCase {
  const input = read(path.join(FOLDER, name, 'input.yaml'));
  return {
    name,
    surroundings: (input?.objects ?? []).flatMap(itemsOf).filter(({ apiVersion }) => apiVersion === 'v1'),
    output: (backend) => read(path.join(FOLDER, name, `${backend}.yaml`)),
  };
}

function itemsOf(object: KubernetesObject): readonly KubernetesObject[] {
  return object.kind === 'List' ? (object['items'] as readonly KubernetesObject[]) : [object];
}

function read(file: string): Output | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  return { text, objects: parseYaml(text, file).documents.map(({ value }) => value as KubernetesObject) };
}
