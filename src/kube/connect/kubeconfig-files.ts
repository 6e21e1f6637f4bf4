import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadYaml } from '@kubernetes/client-node';
import { KubeError } from '../kube-error.ts';
import { mergeKubeconfigs, type Kubeconfig } from './kubeconfig.ts';
import { readKubeconfig } from './read-kubeconfig.ts';

/** Where to look for kubeconfigs, and whether they must be there. */
export interface KubeconfigFiles {
  readonly files: readonly string[];
  readonly areRequired: boolean;
}

/** By the rules of kubectl: the file that is told, else the list of KUBECONFIG, else the one in the home. */
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

/** Reads the files that exist, as one; `undefined` where none does. */
export async function readKubeconfigFiles({ files, areRequired }: KubeconfigFiles): Promise<Kubeconfig | undefined> {
  const configs = await Promise.all(files.map(async (file) => readFileIfThere(file, areRequired)));
  const there = configs.filter((config) => config !== undefined);
  return there.length === 0 ? undefined : mergeKubeconfigs(there);
}

async function readFileIfThere(file: string, isRequired: boolean): Promise<Kubeconfig | undefined> {
  let content: string;
  try {
    content = await readFile(file, 'utf8');
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    if (isMissing && !isRequired) return undefined;
    const sentence = isMissing ? 'there is no such kubeconfig' : 'this kubeconfig cannot be read';
    throw new KubeError('CONFIGURATION', file, sentence, { cause });
  }
  return content.trim() === '' ? mergeKubeconfigs([]) : readKubeconfig(parsed(content, file), file);
}

function parsed(content: string, file: string): unknown {
  try {
    return loadYaml<unknown>(content);
  } catch {
    // The parser's error would quote the lines around, secrets and all.
    throw new KubeError('CONFIGURATION', file, 'this kubeconfig is no YAML');
  }
}
