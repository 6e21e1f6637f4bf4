import { z } from 'zod';

/** kpack's BuildStack: the stack in use, as a status tells it. */
export const stackStatus = z.strictObject({
  runImage: z.string().exactOptional(),
  id: z.string().exactOptional(),
});
