import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { moduleFolder } from '../../../cluster/programs/module-folder.ts';

/** Tekton's CRD of TaskRuns without the conversion webhook. */
export function taskRunDefinition(): KubernetesObject {
  const folder = path.join(moduleFolder('cluster', 'github.com/tektoncd/pipeline'), 'config/300-crds');
  const file = path.join(folder, '300-taskrun.yaml');
  const [document] = parseYaml(readFileSync(file, 'utf8'), file).documents;
  const definition = document?.value as KubernetesObject & { readonly spec: Readonly<Record<string, unknown>> };
  const { conversion: _, ...spec } = definition.spec;
  return { ...definition, spec };
}
