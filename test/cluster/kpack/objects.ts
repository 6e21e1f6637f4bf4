import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { CRDS } from '../custom-resources.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import { moduleFolder } from '../programs/module-folder.ts';

/** The namespace of kpack's ConfigMaps. */
export const KPACK_NAMESPACE: KubernetesObject = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'kpack' },
};

/** The ConfigMaps that kpack requires. Missing keys have defaults. */
export const KPACK_CONFIGURATION = ['config-logging', 'config-observability'].map((name): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: KPACK_NAMESPACE.metadata.name },
}));

/** kpack's own definitions, as in its release. */
export function kpackReleaseDefinitions(): readonly KubernetesObject[] {
  const folder = path.join(moduleFolder('kpack', 'github.com/pivotal/kpack'), 'config');
  const names = new Set(CRDS.map(({ spec }) => spec.names.kind.toLowerCase()));
  return readdirSync(folder)
    .filter((file) => names.has(file.replace(/\.yaml$/, '')))
    .flatMap((file) => parseYaml(readFileSync(path.join(folder, file), 'utf8'), file).documents)
    .map(({ value }) => value as KubernetesObject)
    .filter(({ kind }) => kind === 'CustomResourceDefinition');
}

/** kpack's own definitions, without the conversion by kpack's webhook. */
export function kpackDefinitions(): readonly KubernetesObject[] {
  return kpackReleaseDefinitions().map(withoutConversion);
}

function withoutConversion(definition: KubernetesObject): KubernetesObject {
  const { conversion: _, ...spec } = definition['spec'] as Readonly<Record<string, unknown>>;
  return { ...definition, spec };
}
