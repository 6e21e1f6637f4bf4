import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';

/** Makes the claim `source` of a namespace: a folder of this machine with the sample in it. */
export async function createSourceClaim({ client, folder }: NodeCluster, namespace: string): Promise<void> {
  const place = path.join(folder, 'claims', namespace);
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'hello.txt'), 'world');
  // The kubelet gives such a volume to no group.
  chmodSync(place, 0o777);
  const name = `source-${namespace}`;
  const storage = { storageClassName: '', accessModes: ['ReadWriteOnce'] };
  await client.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: { ...storage, capacity: { storage: '1Gi' }, hostPath: { path: place, type: 'Directory' } },
  });
  await client.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'source', namespace },
    spec: { ...storage, volumeName: name, resources: { requests: { storage: '1Gi' } } },
  });
}
