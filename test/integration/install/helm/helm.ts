import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../../src/core/model/json.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { ensurePrograms } from '../../../cluster/programs/build-programs.ts';
import { ROOT } from '../../../support/command.ts';

export const CHART = path.join(ROOT, 'config/helm/taskpack');

/** Runs helm, and resolves with its standard output. Rejects with an error that contains its standard error. */
export type Helm = (...args: readonly string[]) => Promise<string>;

/** Returns helm with an empty configuration in the folder. */
export async function helmIn(folder: string, kubeconfig = '/nowhere'): Promise<Helm> {
  const { helm } = await ensurePrograms(['helm'], console.error);
  mkdirSync(folder, { recursive: true });
  const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: kubeconfig };
  return async (...args) => (await promisify(execFile)(helm, args, { env, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** Returns the objects in a rendered chart. */
export function objectsIn(rendered: string): readonly JsonObject[] {
  return parseYaml(rendered, 'rendered').documents.map(({ value }) => {
    if (!isJsonObject(value)) throw new TypeError('expected an object');
    return value;
  });
}
