import * as z from 'zod';

/** A buildpack that took part in a build or is part of a builder. */
export const buildpackMetadata = z.looseObject({
  id: z.string().exactOptional(),
  version: z.string().exactOptional(),
  homepage: z.string().exactOptional(),
});
