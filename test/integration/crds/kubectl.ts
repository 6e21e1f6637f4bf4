import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';

/** The output of kubectl. */
export interface Printed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl with the objects or the text as standard input. */
export async function kubectl(
  cluster: Pick<Cluster, 'kubectl' | 'kubeconfig'>,
  args: readonly string[],
  input: readonly KubernetesObject[] | string = [],
): Promise<Printed> {
  const child = spawn(cluster.kubectl, ['--kubeconfig', cluster.kubeconfig, ...args]);
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.end(typeof input === 'string' ? input : JSON.stringify({ apiVersion: 'v1', kind: 'List', items: input }));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

/** Runs kubectl and returns its output. Rejects with the error output if kubectl fails. */
export async function kubectlOutput(...[cluster, args, input]: Parameters<typeof kubectl>): Promise<string> {
  const { code, stdout, stderr } = await kubectl(cluster, args, input);
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
}
