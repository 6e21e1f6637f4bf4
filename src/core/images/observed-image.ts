import type { Build } from '../api/kpack/build.ts';
import type { Image } from '../api/kpack/image.ts';
import type { SourceResolver } from '../api/kpack/source-resolver.ts';
import type { ObjectMeta } from '../api/kubernetes/object-meta.ts';
import type { ObservedBuilder } from './observed-builder.ts';
import type { SharedTag } from './shared-tag.ts';

/** An Image and the objects that its next step depends on. */
export interface ObservedImage {
  readonly image: Image;
  readonly builder: ObservedBuilder | undefined;
  readonly resolver: ObservedResolver | undefined;
  /** All Builds of the namespace that name the Image in their label. */
  readonly builds: readonly Build[];
  readonly claim: ObservedClaim | undefined;
  /** The first tag that another Image of the namespace pushes to, too. */
  readonly sharedTag: SharedTag | undefined;
}

/** The fields of a SourceResolver that its Image depends on. */
export type ObservedResolver = Pick<SourceResolver, 'metadata' | 'spec' | 'status'>;

/** The fields of a PersistentVolumeClaim that its Image depends on. */
export interface ObservedClaim {
  readonly metadata: Pick<ObjectMeta, 'name' | 'uid' | 'labels' | 'ownerReferences' | 'deletionTimestamp'>;
  /** `spec.resources.requests.storage` */
  readonly storage: string | undefined;
  readonly storageClassName: string | undefined;
}
