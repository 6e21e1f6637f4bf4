import { spawn } from 'node:child_process';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';

/** Runs `kubectl apply -f -` as a user does with the command's output. Throws kubectl's errors. */
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

/** Returns the object in another namespace, if its kind is namespaced. */
export function inNamespace(object: KubernetesObject, namespace: string): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/** A namespace that enforces the Pod Security level `restricted`. */
export function restrictedNamespace(name: string): KubernetesObject {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

/** Runs the function for every item, a few items at a time. */
export async function forEach<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
