import * as z from 'zod';
import { objectReference } from '../core/object-reference.ts';
import { stringMap } from '../meta/string-map.ts';
import { builderOrder } from './order.ts';

const lifecycle = objectReference.extend({
  kind: z.string().default('ClusterLifecycle'),
  name: z.string().default('default-lifecycle'),
});

/** What the specs of a v1alpha2 Builder and ClusterBuilder share, with kpack's defaults. */
export const builderSpec = z.strictObject({
  tag: z.string(),
  stack: objectReference.extend({ name: z.string() }),
  lifecycle: lifecycle.default({ kind: 'ClusterLifecycle', name: 'default-lifecycle' }),
  store: objectReference.exactOptional(),
  order: builderOrder.exactOptional(),
  additionalLabels: stringMap.exactOptional(),
});
