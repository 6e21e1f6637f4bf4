import * as z from 'zod';

/** kpack's BuildStack: the stack in use, as a status tells it. */
export const stackStatus = z.looseObject({
  runImage: z.string().exactOptional(),
  id: z.string().exactOptional(),
});
