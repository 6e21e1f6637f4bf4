import * as z from 'zod';
import { buildpackStack } from '../cnb/buildpack-stack.ts';
import { buildpackTarget } from '../cnb/target.ts';
import { plainOrder } from '../kpack/order.ts';
import { digest } from '../oci/digest.ts';

/**
 * A buildpack in an image, from the label `io.buildpacks.buildpack.layers` and, by its diffID, from the manifest's layer:
 * `{ id: a/b, version: 1.0.0, api: "0.10", diffId: sha256:…, digest: sha256:…, size: 1234 }`.
 */
export const buildpackFacts = z.strictObject({
  id: z.string(),
  version: z.string().exactOptional(),
  api: z.string().exactOptional(),
  diffId: digest,
  digest,
  size: z.int().min(0),
  /** Absent: Docker's gzip. */
  mediaType: z.string().exactOptional(),
  homepage: z.string().exactOptional(),
  /** Only of a buildpack that is made of others. */
  order: plainOrder.exactOptional(),
  stacks: z.array(buildpackStack).exactOptional(),
  targets: z.array(buildpackTarget).exactOptional(),
});
