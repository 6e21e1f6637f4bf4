import * as z from 'zod';
import { builder } from './builder.ts';
import { builderStatusV1alpha1 } from './builder-status.ts';
import { plainOrder } from './order.ts';

const serviceAccount = z.string().exactOptional();

/** A Builder in v1alpha2 as it may be written: with v1alpha1's name of the service account, too. */
export const builderV1alpha2 = builder.extend({ spec: builder.shape.spec.extend({ serviceAccount }) });

/** A Builder in v1alpha1. */
export const builderV1alpha1 = builder.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec: builder.shape.spec
    .pick({ tag: true, stack: true, store: true })
    .extend({ serviceAccount, order: plainOrder.exactOptional() }),
  status: builderStatusV1alpha1.exactOptional(),
});

/** A Builder in v1alpha3, which has no stores (kpack's RFC 9). */
export const builderV1alpha3 = builder.extend({
  apiVersion: z.literal('kpack.io/v1alpha3'),
  spec: builder.shape.spec.omit({ store: true }),
});
