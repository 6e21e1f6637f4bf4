import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { status } from '../meta/status.ts';
import { imageSpec } from './image-spec.ts';

const imageStatus = status.extend({
  latestBuildRef: z.string().exactOptional(),
  latestBuildImageGeneration: z.int().exactOptional(),
  latestImage: z.string().exactOptional(),
  latestStack: z.string().exactOptional(),
  buildCounter: z.int().exactOptional(),
  buildCacheName: z.string().exactOptional(),
  latestBuildReason: z.string().exactOptional(),
});

/** An Image in v1alpha2, the version that every other one is read into. */
export const image = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('Image'),
  metadata: objectMeta,
  spec: imageSpec,
  status: imageStatus.exactOptional(),
});

/** What kpack keeps built: the source of many Builds. */
export type Image = Immutable<z.output<typeof image>>;
