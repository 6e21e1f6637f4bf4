import * as z from 'zod';
import { quantity } from './quantity.ts';

const resourceList = z.record(z.string(), quantity);

/** Kubernetes' ResourceRequirements. */
export const resourceRequirements = z.strictObject({
  limits: resourceList.exactOptional(),
  requests: resourceList.exactOptional(),
  claims: z.array(z.strictObject({ name: z.string(), request: z.string().exactOptional() })).exactOptional(),
});
