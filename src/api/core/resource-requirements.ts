import { z } from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { quantity } from './quantity.ts';

const resourceList = z.record(z.string(), quantity);

/** Kubernetes' ResourceRequirements. */
export const resourceRequirements = z.strictObject({
  limits: resourceList.exactOptional(),
  requests: resourceList.exactOptional(),
  claims: z.array(z.strictObject({ name: z.string(), request: z.string().exactOptional() })).exactOptional(),
});

/** What a container asks for and may use at most. */
export type ResourceRequirements = Immutable<z.output<typeof resourceRequirements>>;
