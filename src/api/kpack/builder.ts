import * as z from 'zod';
import { objectReference } from '../core/object-reference.ts';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { builderSpec } from './builder-spec.ts';
import { builderStatus } from './builder-status.ts';

const spec = builderSpec.extend({
  stack: objectReference.extend({ name: z.string(), kind: z.string().default('ClusterStack') }),
  store: objectReference.extend({ kind: z.string().default('ClusterStore') }).exactOptional(),
  serviceAccountName: z.string().default('default'),
});

/** A Builder in v1alpha2, the version that every other one is read into. */
export const builder = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('Builder'),
  metadata: objectMeta,
  spec,
  status: builderStatus.exactOptional(),
});

/** A builder image and what it is made of, for one namespace. */
export type Builder = Immutable<z.output<typeof builder>>;
