import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import type { Build } from '../../core/model/objects/build.ts';
import { buildNumber } from './build-view.ts';
import { labelOf, objectView } from './object-view.ts';

/** An Image as its Builds name it. */
export interface ImageIdentity {
  readonly name: string;
  readonly namespace: string | undefined;
  /** Absent if only a Build of the Image is known, and the Build has no owner. */
  readonly uid: string | undefined;
}

/**
 * Returns the Builds of an Image, newest first. The numbers order them, because timestamps have whole seconds. A Build of an earlier
 * Image with the same name has another owner. `buildHistory` has the same rule for the typed Builds of the controller.
 */
export function buildsOfImage({ name, namespace, uid }: ImageIdentity, builds: readonly Build[]): readonly Build[] {
  return builds
    .filter((build) => {
      const own = imageOfBuild(build);
      const isNamed = own?.name === name && own.namespace === namespace && buildNumber(build) !== undefined;
      return isNamed && (own.uid === undefined || uid === undefined || own.uid === uid);
    })
    .toSorted((one, other) => (buildNumber(other) ?? 0) - (buildNumber(one) ?? 0));
}

/** Returns the Image of a Build; `undefined` if the Build names none. */
export function imageOfBuild(build: Build): ImageIdentity | undefined {
  const name = labelOf(build, IMAGE_LABEL);
  if (name === undefined) return undefined;
  const owner = build.metadata.ownerReferences.find(({ controller }) => controller);
  return { name, namespace: objectView(build).namespace, uid: owner?.uid };
}
