import * as z from 'zod';
import { stringMap } from '../meta/string-map.ts';
import { digest } from './digest.ts';

/** How a manifest tells of a layer (OCI image specification, descriptor.md; Docker's has the same fields). */
export const descriptor = z.strictObject({
  mediaType: z.string(),
  size: z.int().min(0),
  digest,
  annotations: stringMap.exactOptional(),
  /** Where to fetch it besides the registry. */
  urls: z.array(z.string()).exactOptional(),
});

/** A descriptor with the digest of what it compresses, by which the image's configuration tells of the layer. */
export const unpackedDescriptor = descriptor.extend({ diffId: digest });
