import { z } from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { nodeAffinity } from './node-affinity.ts';
import { podAffinity } from './pod-affinity.ts';

/** Kubernetes' Affinity. */
export const affinity = z.strictObject({
  nodeAffinity: nodeAffinity.exactOptional(),
  podAffinity: podAffinity.exactOptional(),
  podAntiAffinity: podAffinity.exactOptional(),
});

/** Which nodes and neighbours a pod prefers or needs. */
export type Affinity = Immutable<z.output<typeof affinity>>;
