import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { NodeCluster } from './node-cluster.ts';

/** A PersistentVolumeClaim. */
export type Claim = Readonly<Record<'name' | 'namespace', string>>;

const SIZE = { storage: '5Gi' };
const STORAGE = { storageClassName: '', accessModes: ['ReadWriteOnce'] };

/**
 * Makes the volume that a claim will be bound to, for there is nothing that provides volumes: a folder of this machine,
 * whose path this gives.
 */
export async function createFolderVolume({ client, folder }: NodeCluster, claim: Claim): Promise<string> {
  const name = `${claim.namespace}-${claim.name}`;
  const place = path.join(folder, 'claims', name);
  mkdirSync(place, { recursive: true });
  // The kubelet gives such a volume to no group.
  chmodSync(place, 0o777);
  await client.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      ...STORAGE,
      capacity: SIZE,
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...claim },
      hostPath: { path: place, type: 'Directory' },
    },
  });
  return place;
}

/** Makes a claim, and the volume for it, whose path this gives. */
export async function createFolderClaim(cluster: NodeCluster, claim: Claim): Promise<string> {
  const place = await createFolderVolume(cluster, claim);
  await cluster.client.create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: claim,
    spec: { ...STORAGE, resources: { requests: SIZE } },
  });
  return place;
}
