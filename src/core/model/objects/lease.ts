import { fields, number, text } from './reader.ts';

/** Reads a Lease (coordination.k8s.io/v1) of a controller or of a node. */
export const asLease = fields({
  metadata: fields({ namespace: text }),
  spec: fields({ holderIdentity: text, renewTime: text, leaseDurationSeconds: number, leaseTransitions: number }),
});

export type Lease = ReturnType<typeof asLease>;
