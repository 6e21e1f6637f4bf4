import * as fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { ImageWorld } from '../image-oracle.ts';
import { builder } from './arbitrary-builder.ts';
import { builds } from './arbitrary-builds.ts';
import { claim, resolver } from './arbitrary-children.ts';
import { rarely } from './arbitrary-fields.ts';
import { image } from './arbitrary-image.ts';

/** kpack's answers about these worlds are recorded. */
export const GENERATED = { seed: 21, count: 1000 };

/** Returns worlds from a seed, so that failures are reproducible. */
export function generatedWorlds({ seed, count }: typeof GENERATED): readonly ImageWorld[] {
  // The conversion to JSON removes undefined fields.
  return fc.sample(world, { seed, numRuns: count }).map((made) => JSON.parse(JSON.stringify(made)) as ImageWorld);
}

const world = image.chain((made) =>
  fc.record({
    image: fc.constant(made),
    builder: builder('Builder', { namespace: 'apps' }),
    clusterBuilder: builder('ClusterBuilder', {}),
    sourceResolver: fc.oneof(
      { weight: 8, arbitrary: resolver((made['spec'] as { readonly source: JsonObject }).source) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
    builds,
    claim: rarely(claim, 4),
    priorityClasses: fc.boolean(),
  }),
);
