import * as z from 'zod';
import { stringMap } from './string-map.ts';

const requirement = z.strictObject({
  key: z.string(),
  operator: z.string(),
  values: z.array(z.string()).exactOptional(),
});

/** Kubernetes' LabelSelector. */
export const labelSelector = z.strictObject({
  matchLabels: stringMap.exactOptional(),
  matchExpressions: z.array(requirement).exactOptional(),
});
