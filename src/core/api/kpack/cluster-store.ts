import * as z from 'zod';
import { serviceAccountReference } from '../kubernetes/references.ts';
import type { Immutable } from '../immutable.ts';
import { objectMeta } from '../kubernetes/object-meta.ts';
import { buildpacksStatus } from './buildpack.ts';

const spec = z.strictObject({
  sources: z.array(z.strictObject({ image: z.string() })),
  serviceAccountRef: serviceAccountReference.exactOptional(),
});

/** A ClusterStore in v1alpha2. taskpack converts all other versions to v1alpha2. */
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

/** Images with buildpacks, for the Builders and ClusterBuilders that name the store. */
export type ClusterStore = Immutable<z.output<typeof clusterStore>>;
