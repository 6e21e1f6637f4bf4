import * as z from 'zod';
import { MAX_QUANTITY_LENGTH, parseQuantity } from '../../model/quantity.ts';
import type { Immutable } from '../immutable.ts';
import { optionalBoolean, optionalInteger, optionalString } from '../optional-fields.ts';

const keySelector = z.strictObject({
  name: optionalString,
  key: z.string(),
  optional: optionalBoolean,
});

/** Kubernetes trims the text (resource.Quantity, UnmarshalJSON). */
function textOf(amount: string | number): string {
  return String(amount).trim();
}

/** A Kubernetes quantity, written as a string or number. The parsed value is a string without white space around it. */
export const quantity = z
  .union([z.string(), z.number()])
  .refine((amount) => textOf(amount).length <= MAX_QUANTITY_LENGTH, {
    error: `a quantity has at most ${MAX_QUANTITY_LENGTH} characters: use a larger unit, such as Gi`,
    abort: true,
  })
  .refine(
    (amount) => parseQuantity(textOf(amount)) !== undefined,
    'a quantity is a number with a unit, such as 500m or 2Gi',
  )
  .meta({ 'x-kubernetes-int-or-string': true })
  .transform(textOf);

/** Kubernetes' EnvVarSource. */
const envVarSource = z.strictObject({
  fieldRef: z.strictObject({ apiVersion: optionalString, fieldPath: z.string() }).exactOptional(),
  resourceFieldRef: z
    .strictObject({
      containerName: optionalString,
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
      optional: optionalBoolean,
    })
    .exactOptional(),
});

/** Kubernetes' EnvVar. */
export const envVar = z.strictObject({
  name: z.string(),
  value: optionalString,
  valueFrom: envVarSource.exactOptional(),
});

/** An environment variable. Without `value` and `valueFrom`, the value is empty. */
export type EnvVar = Immutable<z.output<typeof envVar>>;

const resourceList = z.record(z.string(), quantity);

/** Kubernetes' ResourceRequirements. */
export const resourceRequirements = z.strictObject({
  limits: resourceList.exactOptional(),
  requests: resourceList.exactOptional(),
  claims: z.array(z.strictObject({ name: z.string(), request: optionalString })).exactOptional(),
});

/** Kubernetes' ContainerState. */
export const containerState = z.looseObject({
  waiting: z.looseObject({ reason: optionalString, message: optionalString }).exactOptional(),
  running: z.looseObject({ startedAt: optionalString }).exactOptional(),
  terminated: z
    .looseObject({
      exitCode: z.int(),
      signal: optionalInteger,
      reason: optionalString,
      message: optionalString,
      startedAt: optionalString,
      finishedAt: optionalString,
      containerID: optionalString,
    })
    .exactOptional(),
});
