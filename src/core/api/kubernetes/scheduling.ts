import * as z from 'zod';
import { stringMap } from './object-meta.ts';
import { optionalInteger, optionalString, optionalStrings } from '../optional-fields.ts';

const nodeSelectorRequirement = z.strictObject({
  key: z.string(),
  operator: z.string(),
  values: optionalStrings,
});

const requirement = z.strictObject({
  key: z.string(),
  operator: z.string(),
  values: optionalStrings,
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
  namespaces: optionalStrings,
  topologyKey: z.string(),
  namespaceSelector: labelSelector.exactOptional(),
  matchLabelKeys: optionalStrings,
  mismatchLabelKeys: optionalStrings,
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
  key: optionalString,
  operator: optionalString,
  value: optionalString,
  effect: optionalString,
  tolerationSeconds: optionalInteger,
});
