import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseYaml } from '../../src/core/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import { ROOT } from './command.ts';

/** Returns the manifests in a file or folder below `config/`. */
export function installed(place: string): readonly KubernetesObject[] {
  const whole = path.join(ROOT, 'config', place);
  const names = place.endsWith('.yaml') ? [''] : readdirSync(whole).filter(isManifest);
  const files = names.map((name) => path.join(whole, name));
  return files.flatMap((file) =>
    parseYaml(readFileSync(file, 'utf8'), file).documents.map(({ value }) => value as KubernetesObject),
  );
}

function isManifest(name: string): boolean {
  return name.endsWith('.yaml') && name !== 'kustomization.yaml';
}
