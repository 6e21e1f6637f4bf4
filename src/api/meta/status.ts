import * as z from 'zod';
import { condition } from './condition.ts';

/** The fields that every status of kpack begins with; later versions may add others, which are nobody's mistake. */
export const status = z.looseObject({
  observedGeneration: z.int().exactOptional(),
  conditions: z.array(condition).exactOptional(),
});
