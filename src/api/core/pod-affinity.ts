import * as z from 'zod';
import { labelSelector } from '../meta/label-selector.ts';

const podAffinityTerm = z.strictObject({
  labelSelector: labelSelector.exactOptional(),
  namespaces: z.array(z.string()).exactOptional(),
  topologyKey: z.string(),
  namespaceSelector: labelSelector.exactOptional(),
  matchLabelKeys: z.array(z.string()).exactOptional(),
  mismatchLabelKeys: z.array(z.string()).exactOptional(),
});

/** Kubernetes' PodAffinity, whose shape PodAntiAffinity shares. */
export const podAffinity = z.strictObject({
  requiredDuringSchedulingIgnoredDuringExecution: z.array(podAffinityTerm).exactOptional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.strictObject({ weight: z.int(), podAffinityTerm }))
    .exactOptional(),
});
