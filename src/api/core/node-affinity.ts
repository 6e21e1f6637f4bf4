import * as z from 'zod';

const requirement = z.strictObject({
  key: z.string(),
  operator: z.string(),
  values: z.array(z.string()).exactOptional(),
});

const nodeSelectorTerm = z.strictObject({
  matchExpressions: z.array(requirement).exactOptional(),
  matchFields: z.array(requirement).exactOptional(),
});

/** Kubernetes' NodeAffinity. */
export const nodeAffinity = z.strictObject({
  requiredDuringSchedulingIgnoredDuringExecution: z
    .strictObject({ nodeSelectorTerms: z.array(nodeSelectorTerm) })
    .exactOptional(),
  preferredDuringSchedulingIgnoredDuringExecution: z
    .array(z.strictObject({ weight: z.int(), preference: nodeSelectorTerm }))
    .exactOptional(),
});
