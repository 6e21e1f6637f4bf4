import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadYaml } from '@kubernetes/client-node';
import { isJsonObject } from '../../../core/model/json.ts';
import { KubeError } from '../kube-error.ts';
import { mergeKubeconfigs, type Kubeconfig } from './kubeconfig.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';

/** The kubeconfig files to read, and if they must exist. */
export interface KubeconfigFiles {
  readonly files: readonly string[];
  readonly areRequired: boolean;
}

/**
 * Returns the kubeconfig files by kubectl's rules: the given file, else the list in KUBECONFIG, else `~/.kube/config`.
 */
export function kubeconfigFiles(
  explicit: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): KubeconfigFiles {
  if (explicit !== undefined && explicit !== '') return { files: [explicit], areRequired: true };
  const listed = (environment['KUBECONFIG'] ?? '').split(path.delimiter).filter((file) => file !== '');
  if (listed.length > 0) return { files: listed, areRequired: false };
  const home = environment['HOME'] ?? '';
  return { files: home === '' ? [] : [path.join(home, '.kube', 'config')], areRequired: false };
}

/** Reads and merges the files that exist. Returns `undefined` if none exists. Throws `CONFIGURATION`. */
export async function readKubeconfigFiles({ files, areRequired }: KubeconfigFiles): Promise<Kubeconfig | undefined> {
  const configs = await Promise.all(files.map(async (file) => readFileIfThere(file, areRequired)));
  const found = configs.filter((config) => config !== undefined);
  return found.length === 0 ? undefined : mergeKubeconfigs(found);
}

async function readFileIfThere(file: string, isRequired: boolean): Promise<Kubeconfig | undefined> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isMissing && !isRequired) return undefined;
    const message = isMissing ? 'the kubeconfig does not exist' : 'the kubeconfig cannot be read';
    throw new KubeError('CONFIGURATION', file, message, { cause });
  }
  return content.trim() === '' ? mergeKubeconfigs([]) : parseKubeconfig(parsed(content, file), file);
}

function parsed(content: string, file: string): unknown {
  try {
    return loadYaml<unknown>(content);
  } catch (error) {
    // The parser's error would quote the lines around the mistake, including secrets.
    throw new KubeError('CONFIGURATION', file, `the kubeconfig is not valid YAML${mistakeIn(content, error)}`);
  }
}

function mistakeIn(content: string, error: unknown): string {
  if (!(error instanceof Error && 'mark' in error && isJsonObject(error.mark))) return '';
  const { line, column } = error.mark;
  if (typeof line !== 'number' || typeof column !== 'number') return '';
  const indentation = /^\s*/.exec(content.split(/\r\n|\r|\n/)[line] ?? '')?.[0] ?? '';
  const advice = indentation.includes('\t') ? '; indent it with spaces, not with tabs' : '';
  return ` at line ${line + 1}, column ${column + 1}${advice}`;
}
