import { z } from 'zod';
import { condition } from './condition.ts';

/** The fields that every status of kpack begins with. */
export const status = z.strictObject({
  observedGeneration: z.int().exactOptional(),
  conditions: z.array(condition).exactOptional(),
});
