import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { buildSpec } from './build-spec.ts';
import { buildStatus } from './build-status.ts';

/** A Build in v1alpha2, the version that every other one is read into. */
export const build = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('Build'),
  metadata: objectMeta,
  spec: buildSpec,
  status: buildStatus.exactOptional(),
});

/** One build of one image. */
export type Build = Immutable<z.output<typeof build>>;
