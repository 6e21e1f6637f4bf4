import * as z from 'zod';
import { serviceAccountReference } from '../core/service-account-reference.ts';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { builderSpec } from './builder-spec.ts';
import { builderStatus } from './builder-status.ts';

const spec = builderSpec.extend({ serviceAccountRef: serviceAccountReference });

/** A ClusterBuilder in v1alpha2, the version that every other one is read into. */
export const clusterBuilder = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterBuilder'),
  metadata: objectMeta,
  spec,
  status: builderStatus.exactOptional(),
});

/** A builder image and what it is made of, for all namespaces. */
export type ClusterBuilder = Immutable<z.output<typeof clusterBuilder>>;
