import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';

/** What kubectl printed. */
export interface Printed {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl; the objects are its standard input. */
export async function kubectl(
  cluster: Cluster,
  args: readonly string[],
  objects: readonly KubernetesObject[] = [],
): Promise<Printed> {
  const child = spawn(cluster.kubectl, ['--kubeconfig', cluster.kubeconfig, ...args]);
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  child.stdin.end(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}
