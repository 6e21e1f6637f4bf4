import * as z from 'zod';
import { objectReference } from '../core/object-reference.ts';
import type { Immutable } from '../meta/immutable.ts';

const buildpackReference = z.strictObject({
  id: z.string().exactOptional(),
  version: z.string().exactOptional(),
  optional: z.boolean().exactOptional(),
});

/** An order as a status resolves it and as v1alpha1 writes it: by id and version only. */
export const plainOrder = z.array(z.strictObject({ group: z.array(buildpackReference).exactOptional() }));

/** The order of a v1alpha2 builder: buildpacks by id and version, by resource, or by image. */
export const builderOrder = z.array(
  z.strictObject({
    group: z
      .array(
        z.strictObject({ ...objectReference.shape, ...buildpackReference.shape, image: z.string().exactOptional() }),
      )
      .exactOptional(),
  }),
);

/** The groups of buildpacks that are tried in turn. */
export type BuilderOrder = Immutable<z.output<typeof builderOrder>>;
