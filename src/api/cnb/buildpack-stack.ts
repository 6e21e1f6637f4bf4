import * as z from 'zod';

/** kpack's BuildpackStack: a stack that a buildpack runs on, and the mixins that it needs there. */
export const buildpackStack = z.strictObject({ id: z.string(), mixins: z.array(z.string()).exactOptional() });
