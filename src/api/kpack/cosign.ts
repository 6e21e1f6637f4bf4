import { z } from 'zod';
import type { Immutable } from '../meta/immutable.ts';

/** kpack's CosignConfig of a Build. */
export const cosign = z.strictObject({
  annotations: z
    .array(z.strictObject({ name: z.string().exactOptional(), value: z.string().exactOptional() }))
    .exactOptional(),
});

/** What a cosign signature says besides the image. */
export type Cosign = Immutable<z.output<typeof cosign>>;
