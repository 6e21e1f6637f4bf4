import { spawn } from 'node:child_process';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';

/** `kubectl apply -f -`, as whoever pipes our output into it does; what it complains of is thrown. */
export async function kubectlApply(cluster: Cluster, objects: readonly KubernetesObject[]): Promise<void> {
  const list = { apiVersion: 'v1', kind: 'List', items: objects };
  const child = spawn(cluster.kubectl, ['--kubeconfig', cluster.kubeconfig, 'apply', '-f', '-'], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  child.stdin.end(JSON.stringify(list));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(Buffer.concat(complaints).toString());
}

/** The object in another namespace, if it lives in one. */
export function inNamespace(object: KubernetesObject, namespace: string): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/** A namespace in which every pod has to pass Pod Security `restricted`. */
export function restrictedNamespace(name: string): KubernetesObject {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

/** Does the work for every item, a few at a time. */
export async function forEach<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
