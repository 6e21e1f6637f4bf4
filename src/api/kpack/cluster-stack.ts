import * as z from 'zod';
import { serviceAccountReference } from '../core/service-account-reference.ts';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { clusterStackStatus } from './cluster-stack-status.ts';

const spec = z.strictObject({
  id: z.string(),
  buildImage: z.strictObject({ image: z.string() }),
  runImage: z.strictObject({ image: z.string() }),
  serviceAccountRef: serviceAccountReference.exactOptional(),
});

/** A ClusterStack in v1alpha2, the version that every other one is read into. */
export const clusterStack = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterStack'),
  metadata: objectMeta,
  spec,
  status: clusterStackStatus.exactOptional(),
});

/** A ClusterStack in v1alpha1. */
export const clusterStackV1alpha1 = clusterStack.extend({
  apiVersion: z.literal('kpack.io/v1alpha1'),
  spec: spec.omit({ serviceAccountRef: true }),
});

/** The images that builders stand on and that applications run on. */
export type ClusterStack = Immutable<z.output<typeof clusterStack>>;
