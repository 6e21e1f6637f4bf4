import * as z from 'zod';
import { serviceAccountReference } from '../core/service-account-reference.ts';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { buildpacksStatus } from './buildpacks-status.ts';

const spec = z.strictObject({
  sources: z.array(z.strictObject({ image: z.string() })),
  serviceAccountRef: serviceAccountReference.exactOptional(),
});

/** A ClusterStore in v1alpha2, the version that every other one is read into. */
export const clusterStore = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterStore'),
  metadata: objectMeta,
  spec,
  status: buildpacksStatus.exactOptional(),
});

/** A ClusterStore in v1alpha1. */
export const clusterStoreV1alpha1 = clusterStore.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec: spec.omit({ serviceAccountRef: true }),
});

/** Images with buildpacks, for the Builders that name it. */
export type ClusterStore = Immutable<z.output<typeof clusterStore>>;
