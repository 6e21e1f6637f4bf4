import path from 'node:path';
import type { Cluster } from '../../cluster/cluster.ts';
import { DEFAULT_IMAGES, ROOT } from '../../support/command.ts';
import type { Reader } from '../../support/docs/run-page.ts';

/** Returns a reader with the built command and an own kubeconfig, whose namespace is `namespace`. */
export function commandReader(
  { kubectl, kubeconfig }: Pick<Cluster, 'kubectl' | 'kubeconfig'>,
  { namespace, values = {} }: { readonly namespace: string; readonly values?: Reader['values'] },
): Reader {
  return {
    values: { '/path/to/the/clone': ROOT, ...values },
    env: DEFAULT_IMAGES,
    prelude: [
      commandAlias(),
      `alias kubectl='"${kubectl}"'`,
      `cp "${kubeconfig}" ~/kubeconfig`,
      'export KUBECONFIG=~/kubeconfig',
      `kubectl config set-context --current --namespace ${namespace} > ~/log`,
    ].join('\n'),
  };
}

/** The shell's definition of `taskpack` as the built command. */
export function commandAlias(): string {
  const command = path.join(ROOT, 'dist/bundle/taskpack.cjs');
  return `alias taskpack='"${process.execPath}" "${command}"'`;
}
