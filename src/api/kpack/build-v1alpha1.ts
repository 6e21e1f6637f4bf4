import * as z from 'zod';
import { build } from './build.ts';
import { buildSpec } from './build-spec.ts';
import { buildStatus } from './build-status.ts';

const spec = z.strictObject({
  ...buildSpec.pick({ tags: true, builder: true, source: true, env: true, resources: true, notary: true }).shape,
  serviceAccount: z.string().exactOptional(),
  cacheName: z.string().exactOptional(),
  bindings: buildSpec.shape.cnbBindings,
  lastBuild: z.strictObject({ image: z.string().exactOptional(), stackId: z.string().exactOptional() }).exactOptional(),
});

/** A Build in v1alpha1. */
export const buildV1alpha1 = build.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec,
  status: buildStatus
    .omit({ lifecycleVersion: true, latestCacheImage: true, latestAttestationImage: true })
    .exactOptional(),
});
