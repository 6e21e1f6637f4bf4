import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';

/** A claim, and the volume for it: a folder of this machine, for there is nothing that provides volumes. */
export async function createClaim({ client, folder }: NodeCluster, name: string, namespace: string): Promise<void> {
  const place = path.join(folder, 'claims', name);
  mkdirSync(place, { recursive: true });
  // The kubelet gives such a volume to no group.
  chmodSync(place, 0o777);
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
    metadata: { name, namespace },
    spec: { ...storage, volumeName: name, resources: { requests: { storage: '1Gi' } } },
  });
}
