import * as z from 'zod';
import { MAX_QUANTITY_LENGTH, parseQuantity } from '../../model/quantity.ts';
import type { Immutable } from '../immutable.ts';

const keySelector = z.strictObject({
  name: z.string().exactOptional(),
  key: z.string(),
  optional: z.boolean().exactOptional(),
});

/** A Kubernetes quantity, written as a string or number. The parsed value is a string. */
export const quantity = z
  .union([z.string(), z.number()])
  .refine((amount) => String(amount).length <= MAX_QUANTITY_LENGTH, {
    error: `a quantity has at most ${MAX_QUANTITY_LENGTH} characters: use a larger unit, such as Gi`,
    abort: true,
  })
  .refine(
    (amount) => parseQuantity(String(amount)) !== undefined,
    'a quantity is a number with a unit, such as 500m or 2Gi',
  )
  .meta({ 'x-kubernetes-int-or-string': true })
  .transform(String);

/** Kubernetes' EnvVarSource. */
const envVarSource = z.strictObject({
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

/** Kubernetes' EnvVar. */
export const envVar = z.strictObject({
  name: z.string(),
  value: z.string().exactOptional(),
  valueFrom: envVarSource.exactOptional(),
});

/** An environment variable. Without `value` and `valueFrom`, the value is empty. */
export type EnvVar = Immutable<z.output<typeof envVar>>;

const resourceList = z.record(z.string(), quantity);

/** Kubernetes' ResourceRequirements. */
export const resourceRequirements = z.strictObject({
  limits: resourceList.exactOptional(),
  requests: resourceList.exactOptional(),
  claims: z.array(z.strictObject({ name: z.string(), request: z.string().exactOptional() })).exactOptional(),
});

/** Kubernetes' ContainerState. */
export const containerState = z.looseObject({
  waiting: z.looseObject({ reason: z.string().exactOptional(), message: z.string().exactOptional() }).exactOptional(),
  running: z.looseObject({ startedAt: z.string().exactOptional() }).exactOptional(),
  terminated: z
    .looseObject({
      exitCode: z.int(),
      signal: z.int().exactOptional(),
      reason: z.string().exactOptional(),
      message: z.string().exactOptional(),
      startedAt: z.string().exactOptional(),
      finishedAt: z.string().exactOptional(),
      containerID: z.string().exactOptional(),
    })
    .exactOptional(),
});
