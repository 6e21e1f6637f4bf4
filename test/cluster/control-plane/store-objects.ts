import type { KubernetesObject } from '../kubernetes/object.ts';

/** etcd's limit for a transaction (`--max-txn-ops`). */
const MAX_OPERATIONS = 128;

/**
 * Writes objects into the API server's storage, as the API server itself would. 10,000 objects take 40 s through the API, and
 * 2 s this way. The objects must be valid and complete, with UIDs and creation times, because nothing checks them.
 */
export async function storeObjects(etcd: string, plural: string, objects: readonly KubernetesObject[]): Promise<void> {
  for (let start = 0; start < objects.length; start += MAX_OPERATIONS) {
    const success = objects
      .slice(start, start + MAX_OPERATIONS)
      .map((object) => ({ requestPut: { key: base64(keyOf(plural, object)), value: base64(JSON.stringify(object)) } }));
    const response = await fetch(`${etcd}/v3/kv/txn`, { method: 'POST', body: JSON.stringify({ success }) });
    if (!response.ok) throw new Error(`etcd answers ${response.status}: ${await response.text()}`);
  }
}

function keyOf(plural: string, { apiVersion, metadata }: KubernetesObject): string {
  const group = apiVersion.includes('/') ? `/${apiVersion.replace(/\/.*/, '')}` : '';
  return `/registry${group}/${plural}/${metadata.namespace ?? ''}/${metadata.name}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
