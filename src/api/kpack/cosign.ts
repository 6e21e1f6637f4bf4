import * as z from 'zod';

/** kpack's CosignConfig of a Build. */
export const cosign = z.strictObject({
  annotations: z
    .array(z.strictObject({ name: z.string().exactOptional(), value: z.string().exactOptional() }))
    .exactOptional(),
});
