import * as z from 'zod';

/** What an image runs on (OCI image specification, config.md). */
export const platform = z.strictObject({
  os: z.string(),
  architecture: z.string(),
  variant: z.string().exactOptional(),
});
