import * as z from 'zod';

const distribution = z.strictObject({ name: z.string(), version: z.string().exactOptional() });

/** What an image is built for (CNB platform specification, targets). */
export const target = z.strictObject({
  os: z.string(),
  arch: z.string(),
  variant: z.string().exactOptional(),
  distros: z.array(distribution).exactOptional(),
});

/** What a buildpack builds for; where it says nothing, it builds for all (CNB buildpack specification, targets). */
export const buildpackTarget = target.extend({ os: z.string().exactOptional(), arch: z.string().exactOptional() });
