import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { inNamespace } from '../../integration/cluster/apply.ts';
import { runCommand } from '../../support/command.ts';
import { pullSecret } from '../whole-way/account.ts';

/** Returns a Task as `taskpack tasks` prints it. */
export function printedTask(
  namespace: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): KubernetesObject {
  const { stdout, stderr, status } = runCommand(['tasks', '-o', 'json', ...args], { env });
  if (status !== 0) throw new Error(stderr);
  const task = JSON.parse(stdout) as KubernetesObject;
  return inNamespace(task, namespace);
}

/** Returns a Secret with the credentials of one registry. */
export function registrySecret(name: string, namespace: string, { address }: Registry): KubernetesObject {
  return inNamespace(pullSecret(name, address, ACCOUNT), namespace);
}
