import { spawnSync } from 'node:child_process';
import type { Json } from '../../../src/core/model/json.ts';

/** The documents that kubectl reads from a text, up to the first error. */
export interface KubectlAnswer {
  readonly documents: readonly Json[];
  readonly error?: string;
}

/** Reads each text with the packages of kubectl (test/cluster/programs/yaml). */
export function askKubectl(program: string, texts: readonly string[]): readonly KubectlAnswer[] {
  const { status, stdout, stderr, error } = spawnSync(program, {
    input: texts.map((text) => `${JSON.stringify(text)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`yaml-oracle failed: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as KubectlAnswer);
}
