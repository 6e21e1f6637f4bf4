import * as z from 'zod';
import { stringMap } from './object-meta.ts';

const nodeSelectorRequirement = z.strictObject({
  key: z.string(),
  operator: z.string(),
  values: z.array(z.string()).exactOptional(),
});

const requirement = z.strictObject({
  key: z.string(),
  operator: z.string(),
  values: z.array(z.string()).exactOptional(),
});

const nodeSelectorTerm = z.strictObject({
  matchExpressions: z.array(nodeSelectorRequirement).exactOptional(),
  matchFields: z.array(nodeSelectorRequirement).exactOptional(),
});

/** Kubernetes' NodeAffinity. */
const nodeAffinity = z.strictObject({
  requiredDuringSchedulingIgnoredDuringExecution: z
    .strictObject({ nodeSelectorTerms: z.array(nodeSelectorTerm) })
    .exactOptional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.strictObject({ weight: z.int(), preference: nodeSelectorTerm }))
    .exactOptional(),
});

/** Kubernetes' LabelSelector. */
const labelSelector = z.strictObject({
  matchLabels: stringMap.exactOptional(),
  matchExpressions: z.array(requirement).exactOptional(),
});

const podAffinityTerm = z.strictObject({
  labelSelector: labelSelector.exactOptional(),
  namespaces: z.array(z.string()).exactOptional(),
  topologyKey: z.string(),
  namespaceSelector: labelSelector.exactOptional(),
  matchLabelKeys: z.array(z.string()).exactOptional(),
  mismatchLabelKeys: z.array(z.string()).exactOptional(),
});

/** Kubernetes' PodAffinity, whose shape PodAntiAffinity shares. */
const podAffinity = z.strictObject({
  requiredDuringSchedulingIgnoredDuringExecution: z.array(podAffinityTerm).exactOptional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.strictObject({ weight: z.int(), podAffinityTerm }))
    .exactOptional(),
});

/** Kubernetes' Affinity. */
export const affinity = z.strictObject({
  nodeAffinity: nodeAffinity.exactOptional(),
  podAffinity: podAffinity.exactOptional(),
  podAntiAffinity: podAffinity.exactOptional(),
});

/** Kubernetes' Toleration. */
export const toleration = z.strictObject({
  key: z.string().exactOptional(),
  operator: z.string().exactOptional(),
  value: z.string().exactOptional(),
  effect: z.string().exactOptional(),
  tolerationSeconds: z.int().exactOptional(),
});
