import * as z from 'zod';
import { quantity } from './quantity.ts';

const keySelector = z.strictObject({
  name: z.string().exactOptional(),
  key: z.string(),
  optional: z.boolean().exactOptional(),
});

/** Kubernetes' EnvVarSource. */
export const envVarSource = z.strictObject({
  fieldRef: z.strictObject({ apiVersion: z.string().exactOptional(), fieldPath: z.string() }).exactOptional(),
  resourceFieldRef: z
    .strictObject({
      containerName: z.string().exactOptional(),
      resource: z.string(),
      divisor: quantity.exactOptional(),
    })
    .exactOptional(),
  configMapKeyRef: keySelector.exactOptional(),
  secretKeyRef: keySelector.exactOptional(),
  fileKeyRef: z
    .strictObject({
      volumeName: z.string(),
      path: z.string(),
      key: z.string(),
      optional: z.boolean().exactOptional(),
    })
    .exactOptional(),
});
