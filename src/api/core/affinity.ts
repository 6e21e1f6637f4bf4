import * as z from 'zod';
import { nodeAffinity } from './node-affinity.ts';
import { podAffinity } from './pod-affinity.ts';

/** Kubernetes' Affinity. */
export const affinity = z.strictObject({
  nodeAffinity: nodeAffinity.exactOptional(),
  podAffinity: podAffinity.exactOptional(),
  podAntiAffinity: podAffinity.exactOptional(),
});
