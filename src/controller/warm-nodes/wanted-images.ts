import type { ClusterBuilder } from '../../core/api/kpack/cluster-builder.ts';
import type { BuildPolicy } from '../../core/model/build-policy.ts';
import { parseImageReference } from '../../core/model/image-reference.ts';

/** The settings that name images of Builds. */
export type ImageSettings = Pick<BuildPolicy, 'images' | 'lifecycleImages'>;

/** The images to pull. */
export interface WantedImages {
  /** The first one is pulled first. No image is there twice. */
  readonly images: readonly string[];
  /** The number of images that are left out, because there are too many. */
  readonly omitted: number;
}

/** Each image is a container of one Pod: more of them cost memory, and the disk of every node. */
export const MAX_IMAGES = 32;

/**
 * Returns the images that Builds with these builders need, except the waiter's. Builders come newest first, and run images last,
 * because a Build itself runs without them. A builder whose last update failed keeps its image.
 */
export function wantedImages(builders: readonly ClusterBuilder[], settings: ImageSettings): WantedImages {
  const statuses = builders
    .filter(isUsed)
    .toSorted(byAge)
    .map(({ status = {} }) => status);
  const images = [
    settings.images.steps,
    ...statuses.flatMap(({ latestImage }) => pinned(latestImage)),
    ...statuses.flatMap(({ lifecycle }) => lifecycleImagesOf(lifecycle?.version, settings)),
    ...statuses.flatMap(({ stack }) => pinned(stack?.runImage)),
  ];
  const wanted = [...new Set(images)];
  return { images: wanted.slice(0, MAX_IMAGES), omitted: Math.max(0, wanted.length - MAX_IMAGES) };
}

/**
 * Returns the image if it has a digest. Without one, an image could contain the path of the waiter's mount, which is a hash of the
 * reference. And a single invalid reference would make the API server refuse the DaemonSet's Pods.
 */
function pinned(image = ''): readonly string[] {
  return parseImageReference(image)?.digest === undefined ? [] : [image];
}

function isUsed({ metadata, status }: ClusterBuilder): boolean {
  return metadata.deletionTimestamp === undefined && status?.os !== 'windows' && (status?.latestImage ?? '') !== '';
}

/** Newest first. Equally old builders are in the order of their names. */
function byAge({ metadata: one }: ClusterBuilder, { metadata: other }: ClusterBuilder): number {
  const [created, otherCreated] = [one.creationTimestamp ?? '', other.creationTimestamp ?? ''];
  if (created !== otherCreated) return created > otherCreated ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

/** Returns the images for a lifecycle version, for all architectures: the status of a builder does not name its architecture. */
function lifecycleImagesOf(version: string | undefined, { lifecycleImages }: ImageSettings): readonly string[] {
  return Object.entries(lifecycleImages).flatMap(([key, image]) => (key.split('/')[0] === version ? [image] : []));
}
