import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Workload } from '../../../src/core/model/workload.ts';
import { goldenNames, goldenOutput } from '../../golden/golden-output.ts';
import type { SourceDocument } from '../../../src/core/model/document.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';

const FOLDER = path.join(import.meta.dirname, '../../golden');

/** A golden case, and those of its objects that a cluster accepts. */
export interface GoldenCase {
  readonly name: string;
  /** The input's documents. */
  input(): readonly SourceDocument[];
  /** Objects of the input whose kinds exist without kpack. */
  readonly surroundings: readonly KubernetesObject[];
  /** The output for a backend as text and as objects, or undefined if the command refuses the input. */
  output(backend: Workload): Output | undefined;
}

export interface Output {
  readonly text: string;
  readonly objects: readonly KubernetesObject[];
}

export function goldenCases(): readonly GoldenCase[] {
  return goldenNames().map(goldenCase);
}

function goldenCase(name: string): GoldenCase {
  const file = path.join(FOLDER, name, 'input.yaml');
  const input = outputOf(readFileSync(file, 'utf8'), file);
  return {
    name,
    input: () => parseYaml(readFileSync(file, 'utf8'), file).documents,
    surroundings: input.objects.flatMap(itemsOf).filter(({ apiVersion }) => apiVersion === 'v1'),
    output: (backend) => {
      const text = goldenOutput(name, backend);
      return text === undefined ? undefined : outputOf(text, `${name}/${backend}.yaml`);
    },
  };
}

function itemsOf(object: KubernetesObject): readonly KubernetesObject[] {
  return object.kind === 'List' ? (object['items'] as readonly KubernetesObject[]) : [object];
}

function outputOf(text: string, file: string): Output {
  return { text, objects: parseYaml(text, file).documents.map(({ value }) => value as KubernetesObject) };
}
