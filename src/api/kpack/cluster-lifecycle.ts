import * as z from 'zod';
import { serviceAccountReference } from '../core/service-account-reference.ts';
import type { Immutable } from '../meta/immutable.ts';
import { objectMeta } from '../meta/object-meta.ts';
import { status } from '../meta/status.ts';
import { unpackedDescriptor } from '../oci/descriptor.ts';
import { platform } from '../oci/platform.ts';
import { lifecycleStatus } from './lifecycle-status.ts';

/** `layer`, the image's last one, which holds the lifecycle, and `platform` are ours; a status that kpack wrote lacks them. */
const clusterLifecycleStatus = status.extend({
  ...lifecycleStatus.shape,
  layer: z.looseObject(unpackedDescriptor.shape).exactOptional(),
  platform: z.looseObject(platform.shape).exactOptional(),
});

/** A ClusterLifecycle in v1alpha2, its only version. */
export const clusterLifecycle = z.strictObject({
  apiVersion: z.literal('kpack.io/v1alpha2'),
  kind: z.literal('ClusterLifecycle'),
  metadata: objectMeta,
  spec: z.strictObject({ image: z.string(), serviceAccountRef: serviceAccountReference.exactOptional() }),
  status: clusterLifecycleStatus.exactOptional(),
});

/** The image with the lifecycle that builders get. */
export type ClusterLifecycle = Immutable<z.output<typeof clusterLifecycle>>;
