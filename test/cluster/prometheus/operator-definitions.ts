import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { KubernetesObject } from '../kubernetes/object.ts';
import { ensurePrograms } from '../programs/build-programs.ts';
import { groupFolder } from '../programs/program-cache.ts';
import { PROGRAMS } from '../programs/program.ts';

const TYPES = 'github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1';

/** Returns Prometheus Operator's definitions of these plurals, generated from its types as its releases are. */
export async function operatorDefinitions(plurals: readonly string[]): Promise<readonly KubernetesObject[]> {
  const { 'controller-gen': generator } = await ensurePrograms(['controller-gen'], (line) => console.error(line));
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-definitions-'));
  try {
    const args = ['crd:crdVersions=v1', `paths=${TYPES}`, `output:crd:dir=${folder}`];
    execFileSync(generator, args, { cwd: groupFolder(PROGRAMS['controller-gen']), stdio: 'pipe' });
    const files = readdirSync(folder).filter((file) => plurals.some((plural) => file.endsWith(`_${plural}.yaml`)));
    return files
      .flatMap((file) => parseYaml(readFileSync(path.join(folder, file), 'utf8'), file).documents)
      .map(({ value }) => value as KubernetesObject);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
