import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { NodeCluster } from './node-cluster.ts';

/** A PersistentVolumeClaim. */
export type Claim = Readonly<Record<'name' | 'namespace', string>>;

const SIZE = { storage: '5Gi' };
const STORAGE = { storageClassName: '', accessModes: ['ReadWriteOnce'] };

/**
 * Creates the volume for a claim, because the bed has no provisioner. The volume is a folder of this machine. Returns its path.
 */
export async function createFolderVolume({ client, folder }: NodeCluster, claim: Claim): Promise<string> {
  const name = `${claim.namespace}-${claim.name}`;
  const place = path.join(folder, 'claims', name);
  mkdirSync(place, { recursive: true });
  // The kubelet does not apply fsGroup to such a volume.
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

/** Creates a claim and its volume. Returns the volume's path. */
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
